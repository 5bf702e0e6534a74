import { describe, expect, test } from "vitest";
import {
  INITIAL_STEP_FACTS,
  type PersonsCheck,
  searchesText,
  type StepFacts,
  STEPS,
  stageReached,
  stepStates,
} from "#app/domain/transactions/customer-progress.ts";

const none = { sale_agreed: null, exchanged: null, completed: null, aborted: null };

describe("the stage of a customer's matter (AMB-F06)", () => {
  test.each([
    ["no purchase", null, "under_way"],
    ["no date", none, "under_way"],
    ["agreed", { ...none, sale_agreed: "2026-11-01" }, "under_way"],
    ["exchanged today", { ...none, exchanged: "2026-11-21" }, "exchanged"],
    ["before a planned exchange", { ...none, exchanged: "2026-11-22" }, "under_way"],
    [
      "before a planned completion",
      { ...none, exchanged: "2026-11-01", completed: "2026-11-22" },
      "exchanged",
    ],
    ["completed", { ...none, exchanged: "2026-11-01", completed: "2026-11-21" }, "completed"],
    ["aborted", { ...none, exchanged: "2026-11-01", aborted: "2026-11-20" }, "aborted"],
  ])("the stage of a customer's matter (%s) is $2", (_, dates, stage) => {
    expect(stageReached(dates, "2026-11-21")).toBe(stage);
  });
});

describe("the state of each next step (F-034 to F-044, AMB-F06)", () => {
  const states = (list: keyof typeof STEPS, change: Partial<StepFacts> = {}) =>
    stepStates(STEPS[list], { ...INITIAL_STEP_FACTS, ...change }).map((step) =>
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
    ["not requested, without a solicitor (F-034)", of(null), ["later", "later"]],
    ["not requested, with a solicitor", { ...firm, ...of(null) }, ["us", "Able Law"]],
    ["sent", of("pending"), ["now", "later"]],
    ["failed", of("failed"), ["us", "later"]],
    ["stopped", of("aborted"), ["us", "later"]],
    ["complete but not clear", of("complete", "consider"), ["us", "later"]],
    ["complete but failed", of("complete", "fail"), ["us", "later"]],
    ["complete (F-035)", of("complete"), ["done", "later"]],
    ["clear", { ...firm, ...of("complete", "clear") }, ["done", "Able Law"]],
    ["exchanged with a failed check", { ...exchanged, ...of("failed") }, ["us", "done"]],
    ["exchanged with a check that was sent", { ...exchanged, ...of("pending") }, ["now", "done"]],
    ["exchanged without a check", { ...exchanged, ...of(null) }, ["past", "done"]],
    ["exchanged with a complete check", { ...exchanged, ...of("complete") }, ["done", "done"]],
  ])(
    "returns the states of the next steps for a customer's own ID check, %s: $2",
    (_, facts, expected) => {
      expect(states("buyer", facts)).toEqual(expected);
    },
  );

  test.each<[string, PersonsCheck[], string]>([
    ["one open check", [check("Ada", "complete"), check("Bob", "pending")], "Bob"],
    [
      "two open checks",
      [check("Ada", "complete"), check("Bob", "pending"), check("Cy", "pending")],
      "Bob and Cy",
    ],
    ["a failed check", [check("Ada", "complete"), check("Bob", "failed")], "us"],
    ["an aborted check", [check("Ada", "complete"), check("Bob", "aborted")], "us"],
    [
      "a check that is not clear",
      [check("Ada", "complete"), check("Bob", "complete", "fail")],
      "us",
    ],
    ["a check not ordered", [check("Ada", "complete"), check("Bob", null)], "us"],
    ["an open check of the reader too", [check("Ada", "pending"), check("Bob", "failed")], "now"],
    ["all checks complete", [check("Ada", "complete"), check("Bob", "complete", "clear")], "done"],
  ])(
    "returns the state of the next step for someone else's ID check on the same side, %s: $2",
    (_, checks, expected) => {
      expect(states("buyer", { ...firm, checks })[0]).toBe(expected);
    },
  );

  test.each<[string, Partial<StepFacts>, string[]]>([
    ["no solicitor chosen (A-015)", {}, ["now", "later", "later", "later"]],
    ["chosen", { choice: "made" }, ["done", "later", "later", "later"]],
    ["no choice needed", { choice: "none" }, ["later", "later", "later"]],
    ["assigned without a choice", firm, ["us", "Able Law", "Able Law"]],
    ["assigned", { ...firm, choice: "made" }, ["done", "us", "Able Law", "Able Law"]],
    [
      "contract pack sent, with the forms in it",
      { ...firm, choice: "made", pack_sent: true, has_returned_papers: true },
      ["done", "us", "done", "done"],
    ],
    [
      "letter and forms reported as returned",
      { ...firm, choice: "made", says_returned_on: "2026-11-20" },
      ["done", "us", "done", "done"],
    ],
    ["exchanged (F-036)", { ...exchanged, choice: "made" }, ["done", "past", "done", "done"]],
    ["exchanged without a choice", exchanged, ["past", "done", "done"]],
  ])("returns the states of the seller's own next steps, %s: $2", (_, facts, expected) => {
    expect(states("seller", facts)).toEqual(expected);
  });

  const introduced = { ...firm, is_introduced: true, is_instructed: true };

  test.each<[string, Partial<StepFacts>, string[]]>([
    ["no solicitor assigned (F-038)", {}, ["us", "later", "later", "later"]],
    ["assigned but not introduced", firm, ["us", "later", "later", "later"]],
    [
      "introduced, before the seller has a solicitor",
      { ...introduced, is_instructed: false },
      ["done", "later", "later", "later"],
    ],
    ["introduced (F-039)", introduced, ["done", "us", "later", "later"]],
    ["ordered before the introduction", searches(0), ["us", "search_provider", "later", "later"]],
    ["ordered", { ...introduced, ...searches(2) }, ["done", "search_provider", "later", "later"]],
    ["all results in", { ...introduced, ...searches(4) }, ["done", "us", "later", "us"]],
    [
      "a report of the first results (F-041)",
      { ...introduced, has_report: true, ...searches(1) },
      ["done", "search_provider", "later", "us"],
    ],
    [
      "all results in and enquiries raised, with no shared report (CU-5)",
      { ...introduced, pack_sent: true, enquiries_raised: true, ...searches(4) },
      ["done", "us", "done", "us"],
    ],
    [
      "a shared report of all results, while the solicitor reviews the title (F-040, CU-5)",
      { ...introduced, has_report: true, ...searches(4) },
      ["done", "Able Law", "later", "done"],
    ],
    [
      "a shared report and enquiries raised (CU-5)",
      { ...introduced, has_report: true, pack_sent: true, enquiries_raised: true, ...searches(4) },
      ["done", "done", "done", "done"],
    ],
    [
      "contract pack sent, before enquiries",
      { ...introduced, pack_sent: true },
      ["done", "us", "Able Law", "later"],
    ],
    [
      "not introduced, but the solicitor has raised enquiries",
      { ...firm, pack_sent: true, enquiries_raised: true, has_returned_papers: true },
      ["past", "later", "done", "later"],
    ],
    [
      "enquiries raised",
      { ...introduced, pack_sent: true, enquiries_raised: true },
      ["done", "us", "done", "later"],
    ],
    ["exchanged without any of these steps", exchanged, ["past", "past", "done", "past"]],
    [
      "exchanged",
      { ...introduced, ...exchanged, has_report: true, ...searches(4) },
      ["done", "done", "done", "done"],
    ],
  ])("returns the states of Fanlight's next steps for a buyer, %s: $2", (_, facts, expected) => {
    expect(states("ours", facts)).toEqual(expected);
  });

  test.each([
    [0, 0, null],
    [1, 0, "We’ve ordered the search, and the result isn’t in yet"],
    [1, 1, "The search result is in"],
    [2, 2, "All search results are in"],
    [4, 0, "We’ve ordered the searches, and no results are in yet"],
    [4, 1, "1 of 4 search results is in"],
    [4, 3, "3 of 4 search results are in"],
    [4, 4, "All search results are in"],
  ])("%s ordered searches with %s results are described as “%s”", (ordered, back, text) => {
    expect(searchesText({ ordered, back })).toBe(text);
  });
});
