import { describe, expect, test } from "vitest";
import { NO_TARGETS } from "#app/domain/calendar/targets.ts";
import { type DateFacts, matterDates } from "#app/domain/calendar/matter-dates.ts";

const TODAY = "2026-11-26";

const none: DateFacts = {
  side: "buyer",
  exchanged: null,
  completed: null,
  aborted: null,
  searches_back: null,
  priority_search: null,
  postcode: "YO1 7HZ",
  targets: NO_TARGETS,
};

const days = (facts: Partial<DateFacts>, today = TODAY) =>
  matterDates({ ...none, ...facts }, today).map(({ kind, day }) => `${kind} ${day}`);
const find = (kind: string, facts: Partial<DateFacts>, today = TODAY) =>
  matterDates({ ...none, ...facts }, today).find((date) => date.kind === kind);

describe("24.4 the dates of a matter", () => {
  test("none are known, and a matter that was called off has none", () => {
    expect(days({})).toEqual([]);
    const known = { exchanged: "2026-12-01", completed: "2026-12-18" };
    expect(days({ ...known, aborted: TODAY })).toEqual([]);
    expect(days({ ...known, aborted: "2026-11-27" })).not.toEqual([]);
  });

  test("a seller has those of the sale, a buyer their own besides, the earliest first", () => {
    const all = {
      exchanged: "2026-12-01",
      completed: "2026-12-18",
      searches_back: "2026-06-30",
      priority_search: "2026-11-20",
    };
    expect(days({ ...all, side: "seller" })).toEqual([
      "exchange 2026-12-01",
      "completion 2026-12-18",
    ]);
    expect(days(all)).toEqual([
      "exchange 2026-12-01",
      "completion 2026-12-18",
      "searches 2026-12-30",
      "tax_return 2027-01-01",
      "priority 2027-01-06",
    ]);
  });

  test("what is due, and what has come, on its day in London", () => {
    const due = find("exchange", { exchanged: "2026-11-27" });
    expect(due).toMatchObject({ title: "Exchange of contracts due", is_open: true });
    expect(find("exchange", { exchanged: TODAY })).toMatchObject({
      title: "Contracts exchanged",
      is_open: false,
    });
    expect(find("completion", { completed: TODAY })?.is_open).toBe(false);
  });

  test("what has no day is estimated, where other sales say anything, and what has one is not", () => {
    const target = { day: "2026-12-14", basis: "Half of our last 120 sales" };
    const targets = { exchange: target, completion: null };
    expect(find("exchange", { targets })).toMatchObject({ ...target, is_estimate: true });
    expect(find("completion", { targets })).toBeUndefined();
    const due = find("exchange", { targets, exchanged: "2026-12-04" });
    expect(due?.day).toBe("2026-12-04");
    expect(due?.is_estimate).toBeUndefined();
  });

  test("completion is fixed once contracts are exchanged", () => {
    const completed = "2026-12-18";
    expect(find("completion", { completed })?.basis).toMatch(/it is fixed when contracts/);
    expect(find("completion", { completed, exchanged: TODAY })?.basis).toBe(
      "The day that is named in the contracts.",
    );
  });

  test.each([
    ["a Saturday", "2026-12-19"],
    ["Christmas Day", "2026-12-25"],
    ["the day after it, a Saturday whose substitute is Monday", "2026-12-28"],
    ["New Year", "2027-01-01"],
  ])("%s is said to be no working day", (_what, completed) => {
    expect(find("completion", { completed })?.basis).toContain("It is no working day");
    expect(find("exchange", { exchanged: completed })?.basis).toContain("It is no working day");
  });

  test("the last working day before Christmas is one", () => {
    expect(find("completion", { completed: "2026-12-24" })?.basis).not.toContain("no working day");
  });

  test.each([
    ["half a year on", "2026-06-03", "2026-12-03"],
    ["over New Year", "2026-10-15", "2027-04-15"],
    ["to a shorter month", "2026-08-31", "2027-02-28"],
    ["to a leap day", "2027-08-31", "2028-02-29"],
    ["over the clocks' change", "2026-09-26", "2027-03-26"],
  ])("searches expire %s", (_how, searches_back, day) => {
    expect(find("searches", { searches_back })?.day).toBe(day);
  });

  test("searches that expired want something done, until completion", () => {
    expect(find("searches", { searches_back: "2026-05-01" })).toMatchObject({
      title: "Searches expired",
      is_open: true,
    });
    expect(find("searches", { searches_back: "2026-05-01", completed: TODAY })).toBeUndefined();
  });

  test.each([
    ["over Christmas and New Year", "2026-12-01", "2027-01-15"],
    ["over Easter, and the clocks' change", "2027-03-15", "2027-04-28"],
    ["from a Saturday", "2026-11-28", "2027-01-13"],
  ])("priority lasts 30 working days %s", (_how, priority_search, day) => {
    expect(find("priority", { priority_search })?.day).toBe(day);
  });

  test.each([
    ["England", "YO1 7HZ", "2027-01-01", "Stamp Duty Land Tax", false],
    ["Wales", "CF10 1EP", "2027-01-17", "Land Transaction Tax", false],
    ["the border", "SY10 8AA", "2027-01-01", "Stamp Duty Land Tax", true],
    ["no known place", null, "2027-01-01", "Stamp Duty Land Tax", false],
  ])("the return for a home in %s", (_where, postcode, day, tax, either) => {
    const due = find("tax_return", { postcode, completed: "2026-12-18" });
    expect(due?.day).toBe(day);
    expect(due?.basis).toContain(tax);
    expect(due?.basis.includes("If the home lies in Wales")).toBe(either);
  });

  test.each([
    ["2026-12-11", "2026-12-25", true],
    ["2026-12-16", "2026-12-30", false],
  ])(
    "of a completion on %s the return is due on %s, said to be a holiday: %s",
    (completed, day, is) => {
      const due = find("tax_return", { completed });
      expect(due?.day).toBe(day);
      expect(due?.basis.includes("no working day: expect it before then.")).toBe(is);
    },
  );

  test("every basis is a sentence", () => {
    const all = { exchanged: TODAY, completed: "2026-12-19", searches_back: TODAY };
    for (const date of matterDates({ ...none, ...all, priority_search: TODAY }, TODAY)) {
      expect(date.basis).toMatch(/^[A-Z].*\.$/);
    }
  });
});
