import { describe, expect, test } from "vitest";
import {
  NOTHING_YET,
  type PersonsCheck,
  searchesText,
  type StepFacts,
  STEPS,
  stageReached,
  stepStandings,
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

describe("F-034 to F-044 AMB-F06 C7 C12 where each next step stands", () => {
  const states = (list: keyof typeof STEPS, change: Partial<StepFacts> = {}) =>
    stepStandings(STEPS[list], { ...NOTHING_YET, ...change }).map((step) =>
      step.state === "waiting" ? (step.holder.name ?? step.holder.kind) : step.state,
    );
  const searches = (back: number, ordered = 4) => ({ searches: { ordered, back } });
  const check = (first_name: string, status: PersonsCheck["status"], result: Result = null) => ({
    first_name,
    person_type: "seller" as const,
    status,
    result,
    is_repeated: false,
  });
  const firm = { law_firm: "Able Law" };
  const exchanged = {
    ...firm,
    has_returned_papers: true,
    pack_sent: true,
    enquiries_raised: true,
    is_exchanged: true,
  };
  type Result = PersonsCheck["result"];
  const of = (status: PersonsCheck["status"], result: Result = null) => ({
    checks: [check("Ada", status, result)],
  });

  test.each<[string, Partial<StepFacts>, string[]]>([
    ["F-034 not requested, and nobody can order it", of(null), ["later", "later"]],
    ["ordered next", { ...firm, ...of(null) }, ["us", "Able Law"]],
    ["sent", of("pending"), ["now", "later"]],
    ["failed", of("failed"), ["us", "later"]],
    ["stopped", of("aborted"), ["us", "later"]],
    ["complete, and not clear", of("complete", "consider"), ["us", "later"]],
    ["complete, and failed", of("complete", "fail"), ["us", "later"]],
    ["F-035 complete", of("complete"), ["done", "later"]],
    ["clear", { ...firm, ...of("complete", "clear") }, ["done", "Able Law"]],
    ["exchanged with a failed check", { ...exchanged, ...of("failed") }, ["us", "done"]],
    ["exchanged with one that is sent", { ...exchanged, ...of("pending") }, ["now", "done"]],
    ["exchanged with none", { ...exchanged, ...of(null) }, ["past", "done"]],
    ["exchanged with all", { ...exchanged, ...of("complete") }, ["done", "done"]],
  ])("a customer's own: %s", (_, facts, expected) => {
    expect(states("buyer", facts)).toEqual(expected);
  });

  test.each<[string, PersonsCheck[], string]>([
    ["one has it", [check("Ada", "complete"), check("Bob", "pending")], "Bob"],
    [
      "two have it",
      [check("Ada", "complete"), check("Bob", "pending"), check("Cy", "pending")],
      "Bob and Cy",
    ],
    ["it failed", [check("Ada", "complete"), check("Bob", "failed")], "us"],
    ["it was stopped", [check("Ada", "complete"), check("Bob", "aborted")], "us"],
    ["it is not clear", [check("Ada", "complete"), check("Bob", "complete", "fail")], "us"],
    ["it is not ordered", [check("Ada", "complete"), check("Bob", null)], "us"],
    ["the reader has it too", [check("Ada", "pending"), check("Bob", "failed")], "now"],
    ["all are done", [check("Ada", "complete"), check("Bob", "complete", "clear")], "done"],
  ])("C12 the check of another on the same side: %s", (_, checks, expected) => {
    expect(states("buyer", { ...firm, checks })[0]).toBe(expected);
  });

  test.each<[string, Partial<StepFacts>, string[]]>([
    ["A-015 nobody chosen", {}, ["now", "later", "later", "later"]],
    ["chosen", { choice: "made" }, ["done", "later", "later", "later"]],
    ["nobody asks", { choice: "none" }, ["later", "later", "later"]],
    ["assigned without being asked", firm, ["us", "Able Law", "Able Law"]],
    ["assigned", { ...firm, choice: "made" }, ["done", "us", "Able Law", "Able Law"]],
    [
      "24 the pack is sent, with the forms in it",
      { ...firm, choice: "made", pack_sent: true, has_returned_papers: true },
      ["done", "us", "done", "done"],
    ],
    [
      "24 the reader says that letter and forms are back",
      { ...firm, choice: "made", says_returned_on: "2026-11-20" },
      ["done", "us", "done", "done"],
    ],
    ["F-036 exchanged", { ...exchanged, choice: "made" }, ["done", "past", "done", "done"]],
    ["exchanged, and nobody chosen", exchanged, ["past", "done", "done"]],
  ])("the seller's own: %s", (_, facts, expected) => {
    expect(states("seller", facts)).toEqual(expected);
  });

  const introduced = { ...firm, is_introduced: true, is_identity_done: true };

  test.each<[string, Partial<StepFacts>, string[]]>([
    ["F-038 nobody assigned", {}, ["us", "later", "later", "later"]],
    ["C3 assigned, and not introduced", firm, ["us", "later", "later", "later"]],
    [
      "24 introduced, while somebody has an ID check to do",
      { ...introduced, is_identity_done: false },
      ["done", "later", "later", "later"],
    ],
    ["F-039 introduced", introduced, ["done", "us", "later", "later"]],
    ["ordered before that", searches(0), ["us", "search_provider", "later", "later"]],
    ["ordered", { ...introduced, ...searches(2) }, ["done", "search_provider", "later", "later"]],
    ["all back", { ...introduced, ...searches(4) }, ["done", "us", "later", "us"]],
    [
      "F-041 a report of the first",
      { ...introduced, has_report: true, ...searches(1) },
      ["done", "search_provider", "later", "us"],
    ],
    [
      "all back, and enquiries raised: staff have not shared the report (CU-5)",
      { ...introduced, pack_sent: true, enquiries_raised: true, ...searches(4) },
      ["done", "us", "done", "us"],
    ],
    [
      "F-040 the report of all is shared: the solicitor reads the title (CU-5)",
      { ...introduced, has_report: true, ...searches(4) },
      ["done", "Able Law", "later", "done"],
    ],
    [
      "the report is shared, and enquiries are raised (CU-5)",
      { ...introduced, has_report: true, pack_sent: true, enquiries_raised: true, ...searches(4) },
      ["done", "done", "done", "done"],
    ],
    [
      "24 the pack is there, to be asked about",
      { ...introduced, pack_sent: true },
      ["done", "us", "Able Law", "later"],
    ],
    [
      "24 nobody introduced them, and their solicitor is at work",
      { ...firm, pack_sent: true, enquiries_raised: true, has_returned_papers: true },
      ["past", "later", "done", "later"],
    ],
    [
      "24 enquiries are raised",
      { ...introduced, pack_sent: true, enquiries_raised: true },
      ["done", "us", "done", "later"],
    ],
    ["exchanged without any of it", exchanged, ["past", "past", "done", "past"]],
    [
      "exchanged",
      { ...introduced, ...exchanged, has_report: true, ...searches(4) },
      ["done", "done", "done", "done"],
    ],
  ])("ours for a buyer: %s", (_, facts, expected) => {
    expect(states("ours", facts)).toEqual(expected);
  });

  test.each([
    [0, 0, null],
    [1, 0, "We’ve ordered the search and are waiting for the result"],
    [1, 1, "The search result is in"],
    [2, 2, "All search results are in"],
    [4, 0, "We’ve ordered the searches and are waiting for the results"],
    [4, 1, "1 of 4 search results is in"],
    [4, 3, "3 of 4 search results are in"],
    [4, 4, "All search results are in"],
  ])("%i searches are ordered and %i are back", (ordered, back, text) => {
    expect(searchesText({ ordered, back })).toBe(text);
  });
});
