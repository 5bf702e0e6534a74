import { describe, expect, test } from "vitest";
import {
  NOTHING_YET,
  searchesText,
  type StepFacts,
  STEPS,
  stageReached,
  stepStates,
} from "#app/domain/transactions/customer-progress.ts";

const none = { sale_agreed: null, exchanged: null, completed: null, aborted: null };

describe("AMB-F06 how far a customer's matter is", () => {
  test.each([
    ["no purchase", null, "under_way"],
    ["no date", none, "under_way"],
    ["agreed", { ...none, sale_agreed: "2026-11-01" }, "under_way"],
    ["exchanged today", { ...none, exchanged: "2026-11-21" }, "exchanged"],
    ["exchange is due", { ...none, exchanged: "2026-11-22" }, "under_way"],
    [
      "completion is due",
      { ...none, exchanged: "2026-11-01", completed: "2026-11-22" },
      "exchanged",
    ],
    ["completed", { ...none, exchanged: "2026-11-01", completed: "2026-11-21" }, "completed"],
    ["aborted", { ...none, exchanged: "2026-11-01", aborted: "2026-11-20" }, "aborted"],
  ])("%s", (_, dates, stage) => {
    expect(stageReached(dates, "2026-11-21")).toBe(stage);
  });
});

describe("F-034 to F-044 AMB-F06 where each next step stands", () => {
  const states = (list: keyof typeof STEPS, change: Partial<StepFacts> = {}) =>
    stepStates(STEPS[list], { ...NOTHING_YET, ...change }).map(({ state }) => state);
  const searches = (back: number, ordered = 4) => ({ searches: { ordered, back } });

  test.each<[string, Partial<StepFacts>, string[]]>([
    ["F-034 not requested", {}, ["now", "later", "later"]],
    ["sent", { check: "pending" }, ["now", "later", "later"]],
    ["failed", { check: "failed" }, ["now", "later", "later"]],
    ["stopped", { check: "aborted" }, ["now", "later", "later"]],
    ["F-035 complete", { check: "complete" }, ["done", "now", "later"]],
    ["introduced before it", { is_introduced: true }, ["now", "now", "later"]],
    ["both", { check: "complete", is_introduced: true }, ["done", "now", "later"]],
    ["F-036 exchanged", { check: "failed", is_exchanged: true }, ["done", "done", "done"]],
  ])("the seller's own: %s", (_, facts, expected) => {
    expect(states("seller", facts)).toEqual(expected);
    expect(states("buyer", facts)).toEqual(expected.slice(0, 2));
  });

  test.each<[string, Partial<StepFacts>, string[]]>([
    ["F-038 nobody assigned", {}, ["now", "later", "later", "later"]],
    ["F-039 introduced", { is_introduced: true }, ["done", "now", "later", "later"]],
    ["ordered before that", searches(0), ["now", "now", "later", "later"]],
    ["ordered", { is_introduced: true, ...searches(2) }, ["done", "now", "later", "later"]],
    ["all back", { is_introduced: true, ...searches(4) }, ["done", "now", "later", "later"]],
    [
      "F-041 a report of the first",
      { is_introduced: true, has_report: true, ...searches(1) },
      ["done", "now", "later", "now"],
    ],
    [
      "F-040 a report of all",
      { is_introduced: true, has_report: true, ...searches(4) },
      ["done", "done", "now", "done"],
    ],
    ["exchanged", { is_exchanged: true }, ["done", "done", "done", "done"]],
  ])("ours for a buyer: %s", (_, facts, expected) => {
    expect(states("ours", facts)).toEqual(expected);
  });

  test.each([
    [0, 0, null],
    [4, 0, "The searches are ordered, and none is back yet"],
    [4, 1, "1 of 4 searches are back"],
    [4, 4, "All searches are back"],
  ])("%i searches are ordered and %i are back", (ordered, back, text) => {
    expect(searchesText({ ordered, back })).toBe(text);
  });
});
