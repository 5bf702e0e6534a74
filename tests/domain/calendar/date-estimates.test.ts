import { expect, test } from "vitest";
import { estimateDates } from "#app/domain/calendar/date-estimates.ts";
import { type Change, stageFacts } from "#tests/domain/stages/facts.ts";

const TODAY = "2026-11-26";
const history = {
  exchange: { sales: 120, from_days: 20, to_days: 30, late_days: 40 },
  completion: { sales: 24, from_days: 5, to_days: 5, late_days: 15 },
};

const facts = (change: Change) =>
  stageFacts({ progress: { payment: "complete" }, sides: "both", purchase: {}, ...change });
const instructed = { days: { instructed_on: "2026-11-02" } };

/** Columns: label, facts, history, expected exchange day, expected completion day. */
test.each<[string, Change, typeof history | object, string | null, string | null]>([
  ["instructed", instructed, history, "2026-12-14", null],
  ["over Christmas", { days: { instructed_on: "2026-11-24" } }, history, "2027-01-08", null],
  ["not instructed", {}, history, null, null],
  ["slower than most sales", { days: { instructed_on: "2026-10-01" } }, history, null, null],
  ["on the last day of the range", { days: { instructed_on: "2026-10-15" } }, history, TODAY, null],
  ["too little history", instructed, {}, null, null],
  ["no buyer", { ...instructed, purchase: undefined }, history, null, null],
  [
    "exchanged",
    { ...instructed, purchase: { exchanged: "2026-11-20" } },
    history,
    null,
    "2026-11-27",
  ],
])(
  "the estimated exchange is $3 and the estimated completion $4 (%s)",
  (_, change, past, exchange, completion) => {
    const found = estimateDates(facts(change), past, TODAY);
    expect([found.exchange?.day ?? null, found.completion?.day ?? null]).toEqual([
      exchange,
      completion,
    ]);
  },
);

test("the basis of an estimate states the number of sales, their usual duration and the resulting dates", () => {
  expect(estimateDates(facts(instructed), history, TODAY).exchange?.basis).toBe(
    "Half of our last 120 sales took 20 to 30 working days from instructing solicitors to exchange. For you, that would be between Monday 30 November and Monday 14 December. This is an estimate. No date has been agreed yet.",
  );
  const exchanged = facts({ ...instructed, purchase: { exchanged: "2026-11-20" } });
  expect(estimateDates(exchanged, history, TODAY).completion?.basis).toMatch(
    /^Half of our last 24 sales took 5 working days from exchange to completion\. For you, that would be Friday 27 November\. /,
  );
});
