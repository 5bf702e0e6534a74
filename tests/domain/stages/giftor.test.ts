import { describe, expect, test } from "vitest";
import { giftorCard, type GiftorFacts, giftorSteps } from "#app/domain/stages/giftor.ts";
import type { PersonsCheck } from "#app/domain/transactions/customer-progress.ts";

const check = (
  status: PersonsCheck["status"],
  result: PersonsCheck["result"] = null,
  is_repeated = false,
): PersonsCheck => ({ first_name: "Gail", person_type: "giftor", status, result, is_repeated });

const facts = (change: Partial<GiftorFacts> = {}): GiftorFacts => ({
  check: check("complete", "clear"),
  law_firm: "Able Law",
  buyers: "Cy Buyer",
  exchange: null,
  completion: null,
  has_stopped: false,
  today: "2026-11-27",
  ...change,
});

const nobody = { law_firm: null };

describe("the card of a giftor", () => {
  test.each<[string, Partial<GiftorFacts>, string, string]>([
    [
      "no check and no solicitor",
      { ...nobody, check: check(null) },
      "others",
      "You don’t need to do your ID check yet",
    ],
    ["an open check", { check: check("pending") }, "yours", "Complete your ID check"],
    ["a second check", { check: check("pending", null, true) }, "yours", "Complete a new ID check"],
    [
      "a failed check",
      { ...nobody, check: check("failed") },
      "others",
      "We couldn’t complete your ID check",
    ],
    [
      "a cancelled check",
      { ...nobody, check: check("aborted") },
      "others",
      "Your ID check was cancelled",
    ],
    [
      "a check under review",
      { ...nobody, check: check("complete", "consider") },
      "others",
      "We’re reviewing your ID check",
    ],
    ["a clear check and no solicitor", nobody, "others", "You’ve completed your ID check"],
    ["a clear check and a solicitor", {}, "yours", "Get your gift letter and money ready"],
    [
      "a check under review and a solicitor",
      { check: check("complete", "consider") },
      "yours",
      "Get your gift letter and money ready",
    ],
    [
      "exchanged",
      { exchange: "2026-11-26", completion: "2026-12-11" },
      "yours",
      "Make sure your money has arrived",
    ],
    ["completed today", { completion: "2026-11-27" }, "over", "The purchase completed today"],
    [
      "completed",
      { completion: "2026-11-20", check: check("pending") },
      "over",
      "The purchase completed on Friday 20 November",
    ],
    [
      "stopped",
      { has_stopped: true, check: check("pending") },
      "over",
      "This purchase isn’t going ahead",
    ],
  ])("a giftor's card (%s) shows the task $3 (CU-4)", (_, change, kind, title) => {
    expect(giftorCard(facts(change))).toMatchObject({ kind, title });
  });

  test.each([
    [{}, ["Before exchange of contracts", "When the solicitor asks for it"]],
    [
      { exchange: "2026-12-04", completion: "2026-12-18" },
      ["Before Fri 4 December", "When the solicitor asks, and by Wed 16 December at the latest"],
    ],
    [{ completion: "2026-11-30" }, ["Before exchange of contracts", "Now"]],
    [{ exchange: "2026-11-20", completion: "2026-12-11" }, ["By Wed 9 December"]],
    [{ exchange: "2026-11-20" }, ["As soon as you can"]],
  ])("a giftor's card shows the days of its tasks for the dates %j (CU-4)", (change, days) => {
    expect(giftorCard(facts(change)).due?.map(({ day }) => day)).toEqual(days);
  });
});

describe("the steps of a giftor", () => {
  const states = (change: Partial<GiftorFacts>) =>
    giftorSteps(facts(change)).map(({ state }) => state);

  test.each<[string, string[], Partial<GiftorFacts>]>([
    ["no solicitor", ["later", "later", "later", "later"], { ...nobody, check: check(null) }],
    ["an open check", ["now", "now", "now", "later"], { check: check("pending") }],
    [
      "a check under review",
      ["waiting", "now", "now", "later"],
      { check: check("complete", "consider") },
    ],
    ["a clear check", ["done", "now", "now", "later"], {}],
    ["a planned completion", ["done", "now", "now", "later"], { completion: "2026-12-18" }],
    ["contracts exchanged", ["done", "now", "now", "now"], { exchange: "2026-11-27" }],
    ["completed", [], { completion: "2026-11-27" }],
    ["stopped", [], { has_stopped: true }],
  ])("a giftor's steps (%s) have the states %j (CU-4)", (_, expected, change) => {
    expect(states(change)).toEqual(expected);
  });

  test("a giftor's last step is to send the money to the buyer’s solicitor, whose bank details Fanlight never sends (CU-4)", () => {
    expect(giftorSteps(facts()).at(-1)?.detail).toBe(
      "Send your gift to Able Law when they ask for it. Do not send it to us. We will never send you bank details. Before you send any money, phone the solicitor to check the bank details. Use a number from their website or a letter, not from an email.",
    );
  });
});
