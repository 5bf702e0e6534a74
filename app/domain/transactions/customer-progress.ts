/**
 * Progress of a matter as its customers may see it (AMB-F06), and the rules for the states of the
 * customers’ steps.
 */

import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";
import { lastReached, type SignificantDate } from "./significant-dates.ts";

/**
 * A person on the reader’s side, with their newest identity check. The check’s fields are null
 * before it is ordered.
 */
export type PersonsCheck = {
  id?: string | null;
  first_name: string;
  person_type: "seller" | "buyer" | "giftor";
  status: Selectable<DB["identity_checks"]>["status"] | null;
  result: Selectable<DB["identity_checks"]>["result"];
  is_repeated: boolean;
};

/** Progress of a matter, as shown to its sellers or to the buyers of one purchase. */
export type CustomerProgress = {
  /** Identity checks of the people on the reader’s side: the reader’s first, the giftors’ last. */
  checks: PersonsCheck[];
  /** Time when the side’s solicitors were assigned, if it is known. */
  assigned_at: Date | null;
  is_introduced: boolean;
  /**
   * Time, in the ISO 8601 format, when the reader said that they had returned their solicitor’s
   * documents; otherwise null.
   */
  papers_returned_at: string | null;
  searches: {
    ordered: number;
    back: number;
    ordered_at: string | null;
  };
  /** Time when staff shared the report on all search results with the buyer, or null. */
  report_at: Date | null;
  /** Dates of the active purchase, such as "2026-11-21". Null if no purchase is active. */
  dates: Record<SignificantDate, string | null> | null;
};

type Stage = "under_way" | "exchanged" | "completed" | "aborted";

/**
 * Returns the stage that a purchase has reached, according to its dates. The parameters are those
 * of lastReached.
 */
export function stageReached(dates: CustomerProgress["dates"], today: string): Stage {
  const last = lastReached(dates, today);
  return last === null || last === "sale_agreed" ? "under_way" : last;
}

/** Facts about a matter that decide the states of a reader’s steps. */
export type StepFacts = {
  checks: PersonsCheck[];
  /** Law firm that acts for the reader’s side; null before it is assigned. */
  law_firm: string | null;
  /** State of the seller’s choice of solicitor; `none` if the seller is not asked to choose. */
  choice: "open" | "made" | "none";
  /** First name of the seller who chooses the solicitor; null if that seller is the reader. */
  chooser: string | null;
  /**
   * First names of the sellers who still need to confirm the answers about the home, if the reader
   * has confirmed them; otherwise null.
   */
  confirmers: string | null;
  is_introduced: boolean;
  /** True for a home in a development. Its seller is not asked our questions about the home. */
  is_development: boolean;
  /** False for a buyer whose purchase is not confirmed. */
  is_confirmed: boolean;
  searches: { ordered: number; back: number };
  has_report: boolean;
  /** True once the seller’s solicitor is instructed. We order the searches then. */
  is_instructed: boolean;
  /**
   * True if a later step shows that the reader has returned their engagement letter and, as a
   * seller, their TA forms.
   */
  has_returned_papers: boolean;
  /**
   * Day on which the reader said that they had returned the documents, such as "2026-11-21", or
   * null.
   */
  says_returned_on: string | null;
  pack_sent: boolean;
  enquiries_raised: boolean;
  /** True after exchange. Earlier steps are then no longer needed, even if they were not done. */
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
  choice: "open",
  chooser: null,
  confirmers: null,
  is_introduced: false,
  is_development: false,
  is_confirmed: false,
  searches: { ordered: 0, back: 0 },
  has_report: false,
  is_instructed: false,
  has_returned_papers: false,
  says_returned_on: null,
  pack_sent: false,
  enquiries_raised: false,
  is_exchanged: false,
};

/**
 * Steps of sellers (A-015, F-034 to F-036) and of buyers (F-043, F-044), and our own steps (F-038
 * to F-041).
 */
export const STEPS = {
  seller: ["choose_solicitor", "id_check", "engagement_letter", "ta_forms"],
  buyer: ["id_check", "engagement_letter"],
  ours: ["introduction", "searches", "enquiries", "report"],
} as const;

export type Step = (typeof STEPS)[keyof typeof STEPS][number];

/**
 * State of a step. `waiting` means that someone other than the reader must act, and `past` that the
 * step is no longer needed.
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
 * Returns the steps that are shown, with their states. A step is done if that is recorded, if the
 * reader has said so, or if a later step shows it.
 */
export function stepStates(steps: readonly Step[], facts: StepFacts) {
  const shown = steps.filter((step) => step !== "choose_solicitor" || mayStillChoose(facts));
  const first = shown.find((step) => !isDone(step, facts));
  return shown.map((step) => ({ step, ...standing(step, facts, step === first) }));
}

/**
 * Returns true if the step "choose_solicitor" is shown. It is hidden if staff assigned a solicitor,
 * or contracts were exchanged, before the seller had chosen one.
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
    // A reader who has returned the documents of their solicitor needs no introduction.
    case "introduction":
      return areReturned(facts) ? { state: "past" } : WITH_US;
    case "searches":
      if (facts.searches.ordered > 0 && !haveAllResults(facts.searches))
        return WITH_SEARCH_PROVIDER;
      if (facts.has_report) return withFirm(facts);
      return facts.is_instructed || facts.searches.ordered > 0 ? WITH_US : LATER;
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
    // The searches are done only after a review: staff read the results, and the solicitor then
    // raises enquiries.
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

/**
 * State of an identity check. Other people see the same text for a failed check as for one that we
 * are reviewing.
 */
export type CheckState = "none" | "sent" | "failed" | "stopped" | "looked_at" | "done";

/**
 * Returns the state of an identity check. If a check is complete but not clear, we must act, not
 * the person.
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
 * Returns the state of the step "id_check". Checks are ordered only once the side has a solicitor,
 * who receives the report.
 */
function checkStanding({ checks, law_firm, is_exchanged }: StepFacts): Standing {
  const [own, ...others] = checks;
  const state = own ? checkState(own) : "none";
  if (state === "done" && is_exchanged) return DONE;
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

/** Returns the first names of several people, such as "Bea and Cy". */
export function firstNames(people: readonly { first_name: string }[]): string {
  return new Intl.ListFormat("en-GB").format(people.map(({ first_name }) => first_name));
}

/** Returns true if searches have been ordered and all of them have their results. */
export function haveAllResults({ ordered, back }: StepFacts["searches"]): boolean {
  return ordered > 0 && back === ordered;
}

/**
 * Returns a text such as "2 of 4 search results are in", or null if no searches have been ordered.
 */
export function searchesText({ ordered, back }: StepFacts["searches"]): string | null {
  if (ordered === 0) return null;
  if (ordered === 1) {
    return back === 1
      ? "The search result is in"
      : "We’ve ordered the search, and the result isn’t in yet";
  }
  if (back === ordered) return "All search results are in";
  if (back === 0) return "We’ve ordered the searches, and no results are in yet";
  return `${back} of ${ordered} search results ${back === 1 ? "is" : "are"} in`;
}
