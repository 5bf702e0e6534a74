import { describe, expect, test } from "vitest";
import { describeStages, holderText, type Reader } from "#app/domain/stages/words.ts";
import { HOLDER_NAMES } from "#app/domain/stages/stages.ts";
import { type Change, stageFacts } from "./facts.ts";

const back = { payment: "complete", id_checks: "complete", searches: "complete" } as const;
const DAYS = {
  instructed_on: "2026-11-02",
  identity_on: "2026-11-09",
  searches_ordered_on: "2026-11-03",
  searches_on: "2026-12-11",
};
const HISTORY = {
  contract_pack: { sales: 112, from_days: 4, to_days: 12 },
  enquiries: { sales: 120, from_days: 9, to_days: 16 },
  exchange: { sales: 118, from_days: 34, to_days: 52 },
};

function describeAt(
  today: string,
  change: Change,
  more: Partial<Parameters<typeof describeStages>[0]> = {},
) {
  const stages = describeStages({
    facts: stageFacts(change),
    completes_on: null,
    history: HISTORY,
    notes: [],
    reader: "seller",
    today,
    ...more,
  });
  return (name: string) => stages.find((stage) => stage.name === name)!;
}

const atPack: Change = { progress: back, sides: "both", days: DAYS };

describe("issue 24 by when, and what it rests on", () => {
  test("over Christmas and New Year, in working days of England and Wales, with the year", () => {
    const pack = describeAt("2026-12-21", atPack)("contract_pack");
    expect(pack).toMatchObject({
      state: "now",
      day: "Fri 11 December",
      held_for: "for 6 working days",
      by_when: {
        text: "Thu 17 December to Thu 31 December",
        basis: "Half of our last 112 sales took 4 to 12 working days",
        sentence: "It should be done by Thu 31 December.",
      },
    });
    const exchange = describeAt("2026-12-21", atPack)("exchange");
    expect(exchange.by_when).toMatchObject({
      text: "Fri 18 December to Mon 18 January 2027",
      basis: "34 to 52 working days after instruction, as half of our last 118 sales",
    });
  });

  test("a stage that has not begun has a length, and no days", () => {
    const enquiries = describeAt("2026-12-21", atPack)("enquiries");
    expect(enquiries).toMatchObject({
      state: "next",
      by_when: {
        text: "9 to 16 working days after they are raised",
        basis: "Half of our last 120 sales",
        sentence: null,
      },
    });
  });

  test("one that takes longer than most says so, and no day that has gone by", () => {
    const pack = describeAt("2027-01-04", atPack)("contract_pack");
    expect(pack.by_when).toMatchObject({ text: "Longer than most" });
  });

  test("without enough history there is neither a range nor a basis", () => {
    const at = describeAt("2026-12-21", atPack, { history: {} });
    expect(at("contract_pack").by_when).toBeNull();
    expect(at("exchange").by_when).toBeNull();
  });

  test("a day for completion is a target until exchange has fixed it", () => {
    const completes_on = "2027-01-29";
    const before = describeAt("2026-12-21", atPack, { completes_on });
    expect(before("completion").by_when?.text).toBe("Target Fri 29 January 2027");
    const after = describeAt(
      "2026-12-21",
      { purchase: { exchanged: "2026-12-18" } },
      { completes_on },
    );
    expect(after("completion").by_when).toMatchObject({
      text: "Fri 29 January 2027",
      basis: "Fixed at exchange",
    });
  });
});

test("issue 24 what is done says its day and how long it took, where they are known", () => {
  const at = describeAt("2026-12-21", atPack);
  expect(at("searches")).toMatchObject({
    state: "done",
    day: "Fri 11 December",
    took: "Took 28 working days",
    by_when: null,
  });
  expect(describeAt("2026-12-21", { ...atPack, days: {} })("searches")).toMatchObject({
    state: "done",
    day: null,
    took: null,
  });
});

test.each<[Reader, string[]]>([
  [
    "seller",
    [
      "Fanlight",
      "you and Bea",
      "your buyer",
      "your buyer",
      "the search provider",
      "your solicitor",
      "your buyer’s solicitor",
      "both solicitors",
    ],
  ],
  [
    "buyer",
    [
      "Fanlight",
      "the seller",
      "you and Bea",
      "you and Bea",
      "the search provider",
      "the seller’s solicitor",
      "your solicitor",
      "both solicitors",
    ],
  ],
  [
    "staff",
    [
      "us",
      "the seller",
      "the buyer",
      "the giftor",
      "the search provider",
      "the seller’s solicitor",
      "the buyer’s solicitor",
      "both solicitors",
    ],
  ],
])(
  "issue 24 who has it, as the %s reads it: the other side by role, and no giver",
  (reader, said) => {
    expect(HOLDER_NAMES.map((holder) => holderText(holder, reader, "you and Bea"))).toEqual(said);
  },
);
