import { describe, expect, test } from "vitest";
import {
  firmSteps,
  type FirmStep,
  hasWorkBegun,
  stepToRecord,
} from "#app/domain/firm-pages/firm-steps.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { type Change, stageFacts } from "#tests/domain/stages/facts.ts";

const TODAY = "2026-12-01";

const buyer: Change = { sides: "both", purchase: {} };

const CASES: [string, Change, Side, FirmStep | null][] = [
  ["without a buyer, the pack gets ready", { sides: "seller" }, "seller", "contract_pack_ready"],
  [
    "a pack that is ready waits for a buyer",
    { sides: "seller", days: { contract_pack_ready_on: "2026-11-20" } },
    "seller",
    null,
  ],
  ["with a buyer, the pack is sent", buyer, "seller", "contract_pack_sent"],
  ["before the pack is sent, no enquiries are raised", buyer, "buyer", null],
  [
    "a pack that is planned for later is not sent",
    { ...buyer, days: { contract_pack_sent_on: "2026-12-02" } },
    "buyer",
    null,
  ],
  [
    "once the pack is sent, enquiries are raised",
    { ...buyer, days: { contract_pack_sent_on: "2026-12-01" } },
    "buyer",
    "enquiries_raised",
  ],
  [
    "once the pack is sent, the seller’s firm waits",
    { ...buyer, days: { contract_pack_sent_on: "2026-12-01" } },
    "seller",
    null,
  ],
  [
    "raised enquiries are answered",
    { ...buyer, days: { enquiries_raised_on: "2026-11-30" } },
    "seller",
    "enquiries_answered",
  ],
  [
    "after exchange, nothing is left to record",
    { ...buyer, purchase: { exchanged: "2026-11-30" } },
    "seller",
    null,
  ],
  [
    "after the sale fell through, nothing is left to record",
    { ...buyer, purchase: { aborted: "2026-11-30" } },
    "seller",
    null,
  ],
];

describe("the step that a firm can record", () => {
  test.each(CASES)("%s", (_, change, side, step) => {
    expect(stepToRecord(firmSteps(stageFacts(change), side, TODAY))).toBe(step);
  });

  test("a step counts as done if a later one is", () => {
    const facts = stageFacts({ ...buyer, days: { enquiries_raised_on: "2026-11-30" } });
    expect(firmSteps(facts, "seller", TODAY)).toEqual([
      { step: "contract_pack_sent", state: "done", done_on: null },
      { step: "enquiries_answered", state: "now", done_on: null },
      { step: "exchanged", state: "later", done_on: null },
    ]);
  });
});

describe("a firm’s work has begun", () => {
  test.each<[string, Change, boolean, boolean]>([
    ["not after the instruction", buyer, false, false],
    ["when the pack is ready", { ...buyer, days: { contract_pack_ready_on: TODAY } }, true, false],
    ["when enquiries are raised", { ...buyer, days: { enquiries_raised_on: TODAY } }, true, true],
  ])("%s", (_, change, seller, ofBuyer) => {
    const facts = stageFacts(change);
    expect([hasWorkBegun(facts, "seller", TODAY), hasWorkBegun(facts, "buyer", TODAY)]).toEqual([
      seller,
      ofBuyer,
    ]);
  });
});
