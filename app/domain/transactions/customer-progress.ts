import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";
import { lastReached, type SignificantDate } from "./significant-dates.ts";

/** How far a matter is, as its own customers may know it (AMB-F06), and the rules of their next steps. */

/** A person of the reader's side, and their newest check; nulls while none is ordered. */
export type PersonsCheck = {
  /** Of the check. */
  id?: string | null;
  first_name: string;
  person_type: "seller" | "buyer" | "giftor";
  status: Selectable<DB["checks"]>["status"] | null;
  result: Selectable<DB["checks"]>["result"];
  /** It is not their first. */
  is_repeated: boolean;
};

/** What of a matter's progress the seller, or the buyer of a purchase, is told. */
export type CustomerProgress = {
  /** Of everyone on the side who is checked: the reader's own first, those who give a buyer money last. */
  checks: PersonsCheck[];
  /** When the solicitors of their side were assigned, where we know. */
  assigned_at: Date | null;
  /** The introduction to those solicitors went out. */
  is_introduced: boolean;
  /** When the reader said that they have returned what their solicitor emails them: ISO, as JSON has it. */
  papers_returned_at: string | null;
  searches: {
    ordered: number;
    back: number;
    /** Of the newest order: ISO, as JSON has it. */
    ordered_at: string | null;
  };
  /** When staff shared the property report of all search results with the buyer. */
  report_at: Date | null;
  /** Of the purchase, "2026-11-21" each; null while the matter continues with no one's. */
  dates: Record<SignificantDate, string | null> | null;
};

type Stage = "under_way" | "exchanged" | "completed" | "aborted";

/** How far the purchase is. Takes what lastReached does. */
export function stageReached(dates: CustomerProgress["dates"], today: string): Stage {
  const last = lastReached(dates, today);
  return last === null || last === "sale_agreed" ? "under_way" : last;
}

/** What the states of the next steps follow from. */
export type StepFacts = {
  checks: PersonsCheck[];
  /** Who does the legal work of the reader's side; null until they are assigned. */
  law_firm: string | null;
  /** Both sides have a solicitor, so ID checks can be ordered. */
  both_have_solicitor: boolean;
  /** Whom a seller would like to act for them: still to be said, said, or nobody asks. */
  choice: "open" | "made" | "none";
  /** Who says so, where it is not the reader. */
  chooser: string | null;
  is_introduced: boolean;
  searches: { ordered: number; back: number };
  /** Staff have read the property report and shared it with the buyer. */
  has_report: boolean;
  /** All who have to prove who they are have done so: searches are ordered then. */
  is_identity_done: boolean;
  /** A later step proves that what the side's solicitor asks of everyone was done: the letter, and a seller's forms. */
  has_returned_papers: boolean;
  /** The day on which the reader said that they have done it, "2026-11-21"; null until they do. */
  says_returned_on: string | null;
  pack_sent: boolean;
  enquiries_raised: boolean;
  /** Whatever comes before an exchange of contracts is over by then, if it was done or not. */
  is_exchanged: boolean;
};

/** Whether the papers of the reader's solicitor are behind them, as far as anybody says. */
function areReturned({
  has_returned_papers,
  says_returned_on,
}: Pick<StepFacts, "has_returned_papers" | "says_returned_on">): boolean {
  return has_returned_papers || says_returned_on !== null;
}

/** Those of a matter that has only just begun. */
export const NOTHING_YET: StepFacts = {
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

/** The seller's own (A-015, F-034 to F-036), the buyer's own (F-043, F-044), and ours for a buyer (F-038 to F-041). */
export const STEPS = {
  seller: ["choose_solicitor", "id_check", "engagement_letter", "ta_forms"],
  buyer: ["id_check", "engagement_letter"],
  ours: ["introduction", "searches", "enquiries", "report"],
} as const;

export type Step = (typeof STEPS)[keyof typeof STEPS][number];

/**
 * `now` is what the reader can do now, `waiting` what another person has: we, a firm, or people by their first names.
 * `past` was not written down as done, and is not needed any more.
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
 * Where each step of a list stands. Done is what is written down, what the reader says, or what a later step proves: no
 * contract pack is sent without letters and forms. What is neither is not needed any more after an exchange.
 */
export function stepStandings(steps: readonly Step[], facts: StepFacts) {
  const shown = steps.filter((step) => step !== "choose_solicitor" || mayStillChoose(facts));
  const first = shown.find((step) => !isDone(step, facts));
  return shown.map((step) => ({ step, ...standing(step, facts, step === first) }));
}

/** Whom staff have assigned without being told, no one has chosen. */
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
    // Whoever works with their solicitor already knows them.
    case "introduction":
      return areReturned(facts) ? { state: "past" } : WITH_US;
    case "searches":
      if (facts.searches.ordered > 0 && !areAllBack(facts.searches)) return WITH_SEARCH_PROVIDER;
      if (facts.has_report) return withFirm(facts);
      return (isFirst && facts.is_identity_done) || facts.searches.ordered > 0 ? WITH_US : LATER;
    case "enquiries":
      return facts.pack_sent ? withFirm(facts) : LATER;
    case "report":
      return isFirst || facts.has_report || areAllBack(facts.searches) ? WITH_US : LATER;
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
    // Results that come in are not results that a person has read: staff read the searches, the solicitor the title.
    case "searches":
      return facts.has_report && areAllBack(facts.searches) && facts.enquiries_raised;
    case "report":
      return facts.has_report && areAllBack(facts.searches);
    case "engagement_letter":
    case "ta_forms":
      return areReturned(facts);
    case "enquiries":
      return facts.enquiries_raised;
  }
}

/**
 * Why a check came to nothing, or is looked at again, is between its person and us: to others it is one and the same.
 */
export type CheckState = "none" | "sent" | "failed" | "stopped" | "looked_at" | "done";

/** What a person's check has come to; one that is complete and not clear is done by its person and not for us. */
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

/** A check is ordered once the side has solicitors, who are sent its report. */
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

/** "Bea and Cy". */
export function firstNames(people: readonly { first_name: string }[]): string {
  return new Intl.ListFormat("en-GB").format(people.map(({ first_name }) => first_name));
}

/** Whether every search that is ordered has its result. */
export function areAllBack({ ordered, back }: StepFacts["searches"]): boolean {
  return ordered > 0 && back === ordered;
}

/** "2 of 4 search results are in"; null while none is ordered. */
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
