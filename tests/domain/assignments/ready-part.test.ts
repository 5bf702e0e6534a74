import { expect, test } from "vitest";
import { readyPart } from "#app/domain/assignments/ready-part.ts";
import { type Change, stageFacts } from "#tests/domain/stages/facts.ts";

const TODAY = "2026-02-20";

const READY: Change = {
  progress: { payment: "complete", searches: "complete", id_checks: "complete" },
  sides: "both",
  purchase: {},
  property_information: "complete",
  days: {
    instructed_on: "2026-01-12",
    identity_on: "2026-01-19",
    searches_on: "2026-02-19",
    property_information_on: "2026-02-02",
    contract_pack_ready_on: "2026-02-20",
  },
};

const rowsOf = (change: Change, is_shared = false) =>
  readyPart({ facts: stageFacts(change), is_shared }, TODAY)?.rows.map(({ what, text }) => [
    what,
    text,
  ]);

test("the letter to a buyer’s solicitor lists what is ready with its day", () => {
  expect(rowsOf(READY, true)).toEqual([
    ["Seller’s ID checks", "Done on Monday 19 January 2026"],
    ["Searches", "Done on Thursday 19 February 2026"],
    [
      "Property information",
      "Confirmed by the sellers on Monday 2 February 2026. The answers are attached as a PDF and as data",
    ],
    ["Contract pack", "Done on Friday 20 February 2026"],
  ]);
});

test("the letter says that the sellers haven’t agreed to share the property information", () => {
  expect(rowsOf(READY)?.[2]?.[1]).toBe(
    "Confirmed by the sellers on Monday 2 February 2026. The sellers haven’t agreed to share their answers yet",
  );
});

test("the letter leaves out what is not ready, and the whole part if nothing is", () => {
  const started: Change = { ...READY, progress: { payment: "complete" }, days: {} };
  expect(rowsOf({ ...started, property_information: "outstanding" })).toBeUndefined();
});
