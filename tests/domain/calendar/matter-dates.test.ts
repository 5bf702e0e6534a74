import { describe, expect, test } from "vitest";
import { NO_ESTIMATES } from "#app/domain/calendar/date-estimates.ts";
import type { DateFacts } from "#app/domain/calendar/matter-date.ts";
import { matterDates } from "#app/domain/calendar/matter-dates.ts";

const TODAY = "2026-11-26";

const none: DateFacts = {
  side: "buyer",
  exchanged: null,
  completed: null,
  aborted: null,
  searches_back: null,
  priority_search: null,
  postcode: "YO1 7HZ",
  targets: NO_ESTIMATES,
};

const days = (facts: Partial<DateFacts>, today = TODAY) =>
  matterDates({ ...none, ...facts }, today).map(({ kind, day }) => `${kind} ${day}`);
const find = (kind: string, facts: Partial<DateFacts>, today = TODAY) =>
  matterDates({ ...none, ...facts }, today).find((date) => date.kind === kind);

describe("the dates of a matter", () => {
  test("no dates are returned if none are known or the matter is aborted", () => {
    expect(days({})).toEqual([]);
    const known = { exchanged: "2026-12-01", completed: "2026-12-18" };
    expect(days({ ...known, aborted: TODAY })).toEqual([]);
    expect(days({ ...known, aborted: "2026-11-27" })).not.toEqual([]);
  });

  test("each side's dates are returned, the earliest first", () => {
    const all = {
      exchanged: "2026-12-01",
      completed: "2026-12-18",
      searches_back: "2026-06-30",
      priority_search: "2026-11-20",
    };
    expect(days({ ...all, side: "seller" })).toEqual([
      "exchange 2026-12-01",
      "completion 2026-12-18",
      "balance 2026-12-21",
    ]);
    expect(days(all)).toEqual([
      "deposit 2026-11-30",
      "exchange 2026-12-01",
      "balance 2026-12-16",
      "completion 2026-12-18",
      "searches 2026-12-30",
      "tax_return 2027-01-01",
      "priority 2027-01-06",
    ]);
  });

  test("an exchange is shown as planned before its day in London, and as done from that day", () => {
    const due = find("exchange", { exchanged: "2026-11-27" });
    expect(due).toMatchObject({ title: "Planned exchange of contracts", is_open: true });
    expect(find("exchange", { exchanged: TODAY })).toMatchObject({
      title: "Contracts exchanged",
      is_open: false,
    });
    expect(find("completion", { completed: TODAY })?.is_open).toBe(false);
  });

  test("the day of exchange is estimated only if no day is set and there is a target", () => {
    const target = { day: "2026-12-14", basis: "Half of our last 120 sales" };
    const targets = { exchange: target, completion: null };
    expect(find("exchange", { targets })).toMatchObject({ ...target, certainty: "estimate" });
    expect(find("completion", { targets })).toBeUndefined();
    const due = find("exchange", { targets, exchanged: "2026-12-04" });
    expect(due?.day).toBe("2026-12-04");
    expect(due?.certainty).toBe("plan");
  });

  test("completion is described as planned until contracts are exchanged", () => {
    const completed = "2026-12-18";
    expect(find("completion", { completed })).toMatchObject({
      title: "Planned completion",
      basis:
        "The date both solicitors are working towards. The date is set when contracts are exchanged.",
    });
    expect(find("completion", { completed, exchanged: TODAY })).toMatchObject({
      title: "Completion",
      basis: "The completion date in your contract.",
    });
  });

  test.each([
    ["planned", "plan", {}],
    ["planned, before exchange", "plan", { exchanged: "2026-11-27" }],
    ["in the contract", "set", { exchanged: TODAY }],
    ["past, without a recorded exchange", "set", { completed: TODAY }],
  ] as const)(
    "a completion that is %s gives its dates the certainty %s (CU-17)",
    (_when, certainty, change) => {
      const facts = { completed: "2026-12-18", ...change };
      for (const side of ["seller", "buyer"] as const) {
        for (const kind of ["completion", "balance"]) {
          const date = find(kind, { ...facts, side });
          if (date) expect(date.certainty).toBe(certainty);
        }
      }
      expect(find("tax_return", facts)?.certainty).toBe(certainty);
    },
  );

  test("a buyer's payments are due before exchange and completion, and a seller's balance after it (CU-17)", () => {
    const facts = { exchanged: "2026-12-07", completed: "2026-12-21" };
    expect(find("deposit", facts)).toMatchObject({ day: "2026-12-04", is_open: true });
    expect(find("balance", facts)).toMatchObject({ day: "2026-12-17", is_open: true });
    expect(find("balance", { ...facts, side: "seller" })?.day).toBe("2026-12-22");
    expect(find("deposit", { ...facts, side: "seller" })).toBeUndefined();
    expect(find("deposit", { ...facts, exchanged: TODAY })).toBeUndefined();
    const late = { exchanged: "2026-11-20", completed: "2026-11-27" };
    expect(find("balance", late)).toMatchObject({ day: "2026-11-25", is_open: true });
    expect(find("balance", { ...late, completed: TODAY })?.is_open ?? false).toBe(false);
  });

  test.each([
    ["a Saturday", "2026-12-19"],
    ["Christmas Day", "2026-12-25"],
    ["the substitute day for Boxing Day", "2026-12-28"],
    ["New Year's Day", "2027-01-01"],
  ])("a date on %s gets a warning that it is not a working day", (_what, completed) => {
    expect(find("completion", { completed })?.basis).toContain("This isn’t a working day");
    expect(find("exchange", { exchanged: completed })?.basis).toContain("This isn’t a working day");
  });

  test("the last working day before Christmas gets no warning", () => {
    expect(find("completion", { completed: "2026-12-24" })?.basis).not.toContain("working day");
  });

  test.each([
    ["within a year", "2026-06-03", "2026-12-03"],
    ["over New Year", "2026-10-15", "2027-04-15"],
    ["to a shorter month", "2026-08-31", "2027-02-28"],
    ["to a leap day", "2027-08-31", "2028-02-29"],
    ["over the clock change", "2026-09-26", "2027-03-26"],
  ])("searches dated $1 turn 6 months old on $2 (%s)", (_how, searches_back, day) => {
    expect(find("searches", { searches_back })?.day).toBe(day);
  });

  test.each<[string, string, Partial<DateFacts>, boolean]>([
    ["no contracts are exchanged", "shown", {}, true],
    ["the exchange is planned for tomorrow", "shown", { exchanged: "2026-11-27" }, true],
    ["completion is planned", "shown", { completed: "2026-12-18" }, true],
    ["contracts are exchanged today", "not shown", { exchanged: TODAY }, false],
    [
      "contracts are exchanged",
      "not shown",
      { exchanged: "2026-11-20", completed: "2026-12-18" },
      false,
    ],
    ["completion is recorded without an exchange", "not shown", { completed: TODAY }, false],
  ])(
    "the date on which searches turn 6 months old, if %s, is %s",
    (_when, _state, facts, isShown) => {
      for (const searches_back of ["2026-05-01", "2026-10-15"]) {
        const found = find("searches", { searches_back, ...facts });
        expect(found?.is_open ?? false).toBe(isShown);
      }
    },
  );

  type Sentences = [
    kind: string,
    when: string,
    facts: Partial<DateFacts>,
    title: string,
    basis: string,
  ];
  const exchanged = { exchanged: "2026-11-20" };
  const both = "The date both solicitors are working towards.";

  test.each<Sentences>([
    [
      "exchange",
      "planned, for a seller",
      { side: "seller", exchanged: "2026-12-01" },
      "Planned exchange of contracts",
      `${both} Nothing is legally binding until contracts are exchanged.`,
    ],
    [
      "exchange",
      "planned, for a buyer",
      { exchanged: "2026-12-01" },
      "Planned exchange of contracts",
      `${both} Nothing is legally binding until contracts are exchanged. You may need buildings insurance from this date. Check with your solicitor beforehand.`,
    ],
    [
      "exchange",
      "planned for a Saturday, for a buyer",
      { exchanged: "2026-12-19" },
      "Planned exchange of contracts",
      `${both} Nothing is legally binding until contracts are exchanged. This isn’t a working day. Check the date with your solicitor. You may need buildings insurance from this date. Check with your solicitor beforehand.`,
    ],
    ["exchange", "done", exchanged, "Contracts exchanged", "The day contracts were exchanged."],
    [
      "completion",
      "planned for a Saturday",
      { completed: "2026-12-19" },
      "Planned completion",
      `${both} The date is set when contracts are exchanged. This isn’t a working day. Check the date with your solicitor.`,
    ],
    [
      "completion",
      "planned, before exchange",
      { exchanged: "2026-11-27", completed: "2026-12-18" },
      "Planned completion",
      `${both} The date is set when contracts are exchanged.`,
    ],
    [
      "completion",
      "contracted for a Saturday",
      { ...exchanged, completed: "2026-12-19" },
      "Completion",
      "The completion date in your contract. This isn’t a working day. Check the date with your solicitor.",
    ],
    [
      "deposit",
      "before a planned exchange",
      { exchanged: "2026-12-07" },
      "Send your solicitor the deposit",
      "Your solicitor needs it before exchange. They’ll tell you how much to send, and they may need it sooner. Before you send any money, phone your solicitor on a number you already have and check the bank details. This date is based on your planned exchange date and will change with it.",
    ],
    [
      "balance",
      "before a contracted completion, for a buyer",
      { ...exchanged, completed: "2026-12-18" },
      "Send your solicitor the balance",
      "Your solicitor needs it 2 working days before completion. They’ll tell you how much to send, and they may need it sooner. Before you send any money, phone your solicitor on a number you already have and check the bank details.",
    ],
    [
      "balance",
      "before a planned completion, for a buyer",
      { completed: "2026-12-18" },
      "Send your solicitor the balance",
      "Your solicitor needs it 2 working days before completion. They’ll tell you how much to send, and they may need it sooner. Before you send any money, phone your solicitor on a number you already have and check the bank details. This date is based on your planned completion date and will change with it.",
    ],
    [
      "balance",
      "after a contracted completion, for a seller",
      { ...exchanged, side: "seller", completed: "2026-12-18" },
      "Balance of your sale expected",
      "Your solicitor will pay off your mortgage (if you have one) and take off the costs. They’ll send you the balance, usually within 1 working day.",
    ],
    [
      "completion",
      "done, for a seller",
      { ...exchanged, side: "seller", completed: TODAY },
      "Completion",
      "The day your sale completed.",
    ],
    [
      "completion",
      "done, for a buyer",
      { ...exchanged, completed: TODAY },
      "Completion",
      "The day your purchase completed.",
    ],
    [
      "searches",
      "less than 6 months old",
      { searches_back: "2026-10-15" },
      "Searches will be 6 months old",
      "Most lenders need searches to be less than 6 months old when you complete. Your oldest search is dated Thursday 15 October.",
    ],
    [
      "searches",
      "6 months old today",
      { searches_back: "2026-05-26" },
      "Searches will be 6 months old",
      "Most lenders need searches to be less than 6 months old when you complete. Your oldest search is dated Tuesday 26 May.",
    ],
    [
      "searches",
      "over 6 months old",
      { searches_back: "2026-05-25" },
      "Searches are over 6 months old",
      "Most lenders need searches to be less than 6 months old when you complete. Your oldest search is dated Monday 25 May. Ask your solicitor whether any searches need to be ordered again.",
    ],
    [
      "priority",
      "running",
      { priority_search: "2026-12-01" },
      "Land Registry priority period ends",
      "Your purchase is protected for 30 working days from your solicitor’s official search on Tuesday 1 December.",
    ],
    [
      "tax_return",
      "after completion in England",
      { ...exchanged, completed: "2026-11-25" },
      "Stamp Duty Land Tax return due",
      "Your solicitor will send the Stamp Duty Land Tax return and pay any tax due within 14 days of completion.",
    ],
    [
      "tax_return",
      "after a contracted completion in Wales, on a Sunday",
      { ...exchanged, completed: "2026-12-18", postcode: "CF10 1EP" },
      "Land Transaction Tax return due",
      "Your solicitor will send the Land Transaction Tax return and pay any tax due within 30 days of completion. The deadline isn’t a working day, so expect the return to be sent earlier.",
    ],
    [
      "tax_return",
      "after a planned completion at the border, on New Year’s Day",
      { completed: "2026-12-18", postcode: "SY10 8AA" },
      "Property tax return due",
      "Your solicitor will send the Stamp Duty Land Tax return and pay any tax due within 14 days of completion. The deadline isn’t a working day, so expect the return to be sent earlier. If the property is in Wales, your solicitor will send a Land Transaction Tax return instead, within 30 days. This date is based on your planned completion date and will change with it.",
    ],
  ])(
    "the date “%s” (%s) has the title $3 and a text in whole sentences",
    (kind, _when, facts, title, basis) => {
      expect(find(kind, facts)).toMatchObject({ title, basis });
    },
  );

  test.each([
    ["over Christmas and New Year", "2026-12-01", "2027-01-15"],
    ["over Easter and the clock change", "2027-03-15", "2027-04-28"],
    ["from a Saturday", "2026-11-28", "2027-01-13"],
  ])(
    "a priority period of 30 working days %s, from $1, ends on $2",
    (_how, priority_search, day) => {
      expect(find("priority", { priority_search })?.day).toBe(day);
    },
  );

  test.each([
    ["England", "YO1 7HZ", "2027-01-01", "Stamp Duty Land Tax", false],
    ["Wales", "CF10 1EP", "2027-01-17", "Land Transaction Tax", false],
    ["the border", "SY10 8AA", "2027-01-01", "Stamp Duty Land Tax", true],
    ["an unknown place", null, "2027-01-01", "Stamp Duty Land Tax", false],
  ])(
    "the tax return for a property in %s is $3, due on $2",
    (_where, postcode, day, tax, either) => {
      const due = find("tax_return", { postcode, completed: "2026-12-18" });
      expect(due?.day).toBe(day);
      expect(due?.basis).toContain(tax);
      expect(due?.basis.includes("If the property is in Wales")).toBe(either);
    },
  );

  test.each([
    ["2026-12-11", "2026-12-25", "with", true],
    ["2026-12-16", "2026-12-30", "without", false],
  ])(
    "the tax return for a completion on %s is due on %s, %s a warning that it is not a working day",
    (completed, day, _with, is) => {
      const due = find("tax_return", { completed });
      expect(due?.day).toBe(day);
      expect(due?.basis.includes("The deadline isn’t a working day")).toBe(is);
    },
  );

  test("the text about the basis of every date is a whole sentence", () => {
    const all = { exchanged: TODAY, completed: "2026-12-19", searches_back: TODAY };
    for (const date of matterDates({ ...none, ...all, priority_search: TODAY }, TODAY)) {
      expect(date.basis).toMatch(/^[A-Z].*\.$/);
    }
  });
});
