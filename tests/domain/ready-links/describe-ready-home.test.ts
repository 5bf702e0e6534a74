import { describe, expect, test } from "vitest";
import { describeReadyHome } from "#app/domain/ready-links/describe-ready-home.ts";
import { type Change, stageFacts } from "#tests/domain/stages/facts.ts";

const TODAY = "2026-02-20";

const describeHome = (change: Change, has_active_purchase = false) =>
  describeReadyHome({ facts: stageFacts(change), has_active_purchase, search_count: 4 }, TODAY);

const STARTED: Change = {
  progress: { payment: "complete", solicitors: "in_progress", searches: "in_progress" },
  sides: "seller",
  days: { instructed_on: "2026-01-12" },
};

const READY: Change = {
  progress: {
    payment: "complete",
    solicitors: "in_progress",
    searches: "complete",
    id_checks: "complete",
  },
  sides: "seller",
  days: {
    instructed_on: "2026-01-12",
    identity_on: "2026-01-19",
    searches_on: "2026-02-19",
    contract_pack_ready_on: "2026-02-20",
  },
};

describe("the page of what is ready", () => {
  test("the page names each part with its age, or says that it’s in progress or not started", () => {
    const { title, rows } = describeHome(STARTED);
    expect(title).toMatch(/^1 of \d ready for a buyer$/);
    expect(Object.fromEntries(rows.map(({ name, text }) => [name, text]))).toMatchObject({
      solicitor: "Done on Monday 12 January 2026, 39 days ago",
      id_checks: "In progress",
      searches: "In progress",
      contract_pack: "Not started yet",
    });
  });

  test("the page of a home that is ready says so, with the number of search results", () => {
    const { title, text, rows } = describeHome(READY);
    expect(title).toBe("Ready for a buyer");
    expect(text).toContain("A buyer’s solicitor can start once they have the contract pack");
    expect(rows.find(({ name }) => name === "searches")).toMatchObject({
      what: "The results from the local authority, the water company and others. 4 results.",
      text: "Done on Thursday 19 February 2026, 1 day ago",
    });
    expect(rows.find(({ name }) => name === "contract_pack")?.text).toBe("Done today");
  });

  test.each<[string, Change, boolean]>([
    ["an active purchase", { ...READY, purchase: {} }, true],
    ["a purchase and a buyer’s solicitor", { ...READY, sides: "both", purchase: {} }, false],
    ["an exchange", { ...READY, purchase: { exchanged: "2026-02-18" } }, false],
    ["a completion", { ...READY, purchase: { completed: "2026-02-18" } }, false],
  ])("the page of a home with %s shows no parts", (_, change, has_active_purchase) => {
    const { title, rows } = describeHome(change, has_active_purchase);
    expect(title).toBe("This home has a buyer");
    expect(rows).toEqual([]);
  });

  test.each<[string, Change]>([
    ["that someone has only signed up to buy", { ...READY, purchase: {} }],
    ["whose buyer’s solicitor was assigned before there was a buyer", { ...READY, sides: "both" }],
  ])("a home %s has no buyer yet", (_, change) => {
    expect(describeHome(change).title).toBe("Ready for a buyer");
  });

  test("a sale that has fallen through is looking for a buyer again", () => {
    const { title } = describeHome({ ...READY, purchase: { aborted: "2026-02-18" } }, true);
    expect(title).toBe("Ready for a buyer");
  });
});
