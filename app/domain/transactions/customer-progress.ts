import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";
import { lastReached, type SignificantDate } from "./significant-dates.ts";

/** Progress of a matter as its customers may see it (AMB-F06), and the rules of their steps. */

/**
 * A person on the reader’s side and their newest check. Its fields are null before it is ordered.
 */
export type PersonsCheck = {
  id?: string | null;
  first_name: string;
  person_type: "seller" | "buyer" | "giftor";
  status: Selectable<DB["identity_checks"]>["status"] | null;
  result: Selectable<DB["identity_checks"]>["result"];
  is_repeated: boolean;
};

/** Progress shown to the seller, or to the buyer of a purchase. */
export type CustomerProgress = {
  /** Checks of the reader's side: the reader first, giftors last. */
  checks: PersonsCheck[];
  /** Time when the side’s solicitors were assigned, if known. */
  assigned_at: Date | null;
  is_introduced: boolean;
  /** Time when the reader said that they returned their solicitor’s documents (ISO 8601). */
  papers_returned_at: string | null;
  searches: {
    ordered: number;
    back: number;
    ordered_at: string | null;
  };
  /** Time when staff shared the report with all search results. */
  report_at: Date | null;
  /** Dates of the active purchase, "2026-11-21"; null without an active purchase. */
  dates: Record<SignificantDate, string | null> | null;
};

type Stage = "under_way" | "exchanged" | "completed" | "aborted";

/** Returns the stage of the purchase. The parameters are those of lastReached. */
export function stageReached(dates: CustomerProgress["dates"], today: string): Stage {
  const last = lastReached(dates, today);
  return last === null || last === "sale_agreed" ? "under_way" : last;
}

/** Facts that decide the states of the next steps. */
export type StepFacts = {
  checks: PersonsCheck[];
  /** Law firm of the reader’s side; null before it is assigned. */
  law_firm: string | null;
  both_have_solicitor: boolean;
  /** State of the seller’s choice of solicitor; `none` if they are not asked. */
  choice: "open" | "made" | "none";
  /** First name of the seller who chooses; null if it is the reader. */
  chooser: string | null;
  is_introduced: boolean;
  searches: { ordered: number; back: number };
  has_report: boolean;
  /** True once everyone’s identity is proved, when searches are ordered. */
  is_identity_done: boolean;
  /** True if a later step shows that the letter, and a seller’s forms, were returned. */
  has_returned_papers: boolean;
  /** Day on which the reader said that they returned the documents, "2026-11-21", or null. */
  says_returned_on: string | null;
  pack_sent: boolean;
  enquiries_raised: boolean;
  /** True after exchange, when earlier steps are obsolete, whether done or not. */
  is_exchanged: boolean;
};

function areReturned({
  has_returned_papers,
  says_returned_on,
}: Pick<StepFacts, "has_returned_papers" | "says_returned_on">): boolean {
  return has_returned_papers || says_returned_on !== null;
}

export const INITIAL_STEP_FACTS: StepFacts = {
  checks: [],
  law_firm: null,
  both_have_solicitor: false,
  choice: "open",
  chooser: null,
  is_introduced: false,
  searches: { ordered: 0, back: 0 },
  has_report: false,
  is_identity_done: false,
  has_returned_papers: false,
  says_returned_on: null,
  pack_sent: false,
  enquiries_raised: false,
  is_exchanged: false,
};

/** Steps of sellers (A-015, F-034 to F-036), buyers (F-043, F-044) and us (F-038 to F-041). */
export const STEPS = {
  seller: ["choose_solicitor", "id_check", "engagement_letter", "ta_forms"],
  buyer: ["id_check", "engagement_letter"],
  ours: ["introduction", "searches", "enquiries", "report"],
} as const;

export type Step = (typeof STEPS)[keyof typeof STEPS][number];

/**
 * State of a step. `waiting` means that someone else must act, `past` that it is no longer needed.
 */
type Standing = { state: "done" | "now" | "later" | "past" } | { state: "waiting"; holder: Holder };

export type Holder =
  | { kind: "us" | "search_provider"; name?: undefined }
  | { kind: "firm" | "people"; name: string };

const DONE = { state: "done" } as const;
const NOW = { state: "now" } as const;
const LATER = { state: "later" } as const;
const WITH_US = { state: "waiting", holder: { kind: "us" } } as const;
const WITH_SEARCH_PROVIDER = { state: "waiting", holder: { kind: "search_provider" } } as const;

/**
 * Returns the state of each step. A step is done if it is recorded, the reader has said so, or a
 * later step shows it.
 */
export function stepStates(steps: readonly Step[], facts: StepFacts) {
  const shown = steps.filter((step) => step !== "choose_solicitor" || mayStillChoose(facts));
  const first = shown.find((step) => !isDone(step, facts));
  return shown.map((step) => ({ step, ...standing(step, facts, step === first) }));
}

/**
 * Returns true if the step is shown. It is hidden if staff assigned a solicitor before the seller
 * chose.
 */
function mayStillChoose({ law_firm, choice, is_exchanged }: StepFacts) {
  return choice === "made" || (choice === "open" && law_firm === null && !is_exchanged);
}

function standing(step: Step, facts: StepFacts, isFirst: boolean): Standing {
  if (isDone(step, facts)) return DONE;
  if (step === "id_check") return checkStanding(facts);
  if (facts.is_exchanged) return { state: "past" };
  switch (step) {
    case "choose_solicitor":
      return facts.chooser === null
        ? NOW
        : { state: "waiting", holder: { kind: "people", name: facts.chooser } };
    case "engagement_letter":
    case "ta_forms":
      return withFirm(facts);
    // A reader who returned documents already knows their solicitor.
    case "introduction":
      return areReturned(facts) ? { state: "past" } : WITH_US;
    case "searches":
      if (facts.searches.ordered > 0 && !haveAllResults(facts.searches))
        return WITH_SEARCH_PROVIDER;
      if (facts.has_report) return withFirm(facts);
      return (isFirst && facts.is_identity_done) || facts.searches.ordered > 0 ? WITH_US : LATER;
    case "enquiries":
      return facts.pack_sent ? withFirm(facts) : LATER;
    case "report":
      return isFirst || facts.has_report || haveAllResults(facts.searches) ? WITH_US : LATER;
  }
}

function withFirm({ law_firm }: StepFacts): Standing {
  if (law_firm === null) return LATER;
  return { state: "waiting", holder: { kind: "firm", name: law_firm } };
}

function isDone(step: Step, facts: StepFacts): boolean {
  switch (step) {
    case "choose_solicitor":
      return facts.choice === "made";
    case "id_check":
      return facts.checks.length > 0 && facts.checks.every((each) => checkState(each) === "done");
    case "introduction":
      return facts.is_introduced;
    // Someone must also review the results: staff read the searches, and the solicitor the title.
    case "searches":
      return facts.has_report && haveAllResults(facts.searches) && facts.enquiries_raised;
    case "report":
      return facts.has_report && haveAllResults(facts.searches);
    case "engagement_letter":
    case "ta_forms":
      return areReturned(facts);
    case "enquiries":
      return facts.enquiries_raised;
  }
}

/** State of a check. Other people see the same text for a failed check and for one in review. */
export type CheckState = "none" | "sent" | "failed" | "stopped" | "looked_at" | "done";

/**
 * Returns the state of a check. If a completed check is not clear, the person has nothing to do,
 * but we do.
 */
export function checkState({
  status,
  result,
}: Pick<PersonsCheck, "status" | "result">): CheckState {
  switch (status) {
    case null:
      return "none";
    case "pending":
      return "sent";
    case "failed":
      return "failed";
    case "aborted":
      return "stopped";
    case "complete":
      return result === null || result === "clear" ? "done" : "looked_at";
  }
}

/**
 * Returns the state of the reader's check. It is ordered when the side has solicitors, who receive
 * the report.
 */
function checkStanding({ checks, law_firm, is_exchanged }: StepFacts): Standing {
  const [own, ...others] = checks;
  const state = own ? checkState(own) : "none";
  if (state === "sent") return NOW;
  if (state === "none") {
    if (is_exchanged) return { state: "past" };
    return law_firm === null ? LATER : WITH_US;
  }
  const sent = others.filter((other) => checkState(other) === "sent");
  const areOthersAlone = state === "done" && others.every((other) => isSentOrDone(other));
  if (!areOthersAlone) return WITH_US;
  return { state: "waiting", holder: { kind: "people", name: firstNames(sent) } };
}

function isSentOrDone(person: PersonsCheck) {
  return ["sent", "done"].includes(checkState(person));
}

/** Returns "Bea and Cy". */
export function firstNames(people: readonly { first_name: string }[]): string {
  return new Intl.ListFormat("en-GB").format(people.map(({ first_name }) => first_name));
}

/** Returns true if every ordered search has its result. */
export function haveAllResults({ ordered, back }: StepFacts["searches"]): boolean {
  return ordered > 0 && back === ordered;
}

/** Returns "2 of 4 search results are in"; null if none is ordered. */
export function searchesText({ ordered, back }: StepFacts["searches"]): string | null {
  if (ordered === 0) return null;
  if (ordered === 1) {
    return back === 1
      ? "The search result is in"
      : "We’ve ordered the search and are waiting for the result";
  }
  if (back === ordered) return "All search results are in";
  if (back === 0) return "We’ve ordered the searches and are waiting for the results";
  return `${back} of ${ordered} search results ${back === 1 ? "is" : "are"} in`;
}
