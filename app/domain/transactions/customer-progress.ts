import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";
import { lastReached, type SignificantDate } from "./significant-dates.ts";

/** How far a matter is, as its own customers may know it (AMB-F06), and the rules of their next steps. */

/** What of a matter's progress the seller, or the buyer of a purchase, is told. */
export type CustomerProgress = {
  /** The status of the reader's own newest check; null while none is ordered. */
  check: Selectable<DB["checks"]>["status"] | null;
  /** The solicitors of their side are assigned; since when, where we know. */
  is_introduced: boolean;
  introduced_at: Date | null;
  searches: {
    ordered: number;
    back: number;
    /** Of the newest order: ISO, as JSON has it. */
    ordered_at: string | null;
  };
  report_at: Date | null;
  /** Of the purchase, "2026-11-21" each; null while the matter goes on with nobody's. */
  dates: Record<SignificantDate, string | null> | null;
};

export const STAGES = ["under_way", "exchanged", "completed", "aborted"] as const;
export type Stage = (typeof STAGES)[number];

/** How far the purchase is. Takes what lastReached does. */
export function stageReached(dates: CustomerProgress["dates"], today: string): Stage {
  const last = lastReached(dates, today);
  return last === null || last === "sale_agreed" ? "under_way" : last;
}

/** What the states of the next steps follow from. */
export type StepFacts = {
  check: CustomerProgress["check"];
  is_introduced: boolean;
  searches: { ordered: number; back: number };
  has_report: boolean;
  /** Whatever comes before an exchange of contracts is done by then. */
  is_exchanged: boolean;
};

/** Those of a matter that has only just begun. */
export const NOTHING_YET: StepFacts = {
  check: null,
  is_introduced: false,
  searches: { ordered: 0, back: 0 },
  has_report: false,
  is_exchanged: false,
};

/** The seller's own (F-034 to F-036), the buyer's own (F-043, F-044), and ours for a buyer (F-038 to F-041). */
export const STEPS = {
  seller: ["id_check", "engagement_letter", "ta_forms"],
  buyer: ["id_check", "engagement_letter"],
  ours: ["introduction", "searches", "enquiries", "report"],
} as const;

export type Step = (typeof STEPS)[keyof typeof STEPS][number];

/**
 * Where each step of a list stands. The first that is not done is now, and so is any other that has begun. Nobody tells
 * us of letters, forms and enquiries: those are done when contracts are exchanged.
 */
export function stepStates(steps: readonly Step[], facts: StepFacts) {
  const first = steps.find((step) => !isDone(step, facts));
  return steps.map((step) => {
    if (isDone(step, facts)) return { step, state: "done" as const };
    const isNow = step === first || hasBegun(step, facts);
    return { step, state: isNow ? ("now" as const) : ("later" as const) };
  });
}

function isDone(step: Step, { check, is_introduced, is_exchanged, ...facts }: StepFacts): boolean {
  if (is_exchanged) return true;
  switch (step) {
    case "id_check":
      return check === "complete";
    case "introduction":
      return is_introduced;
    // A report that was made before the last search was back is not the last word.
    case "searches":
    case "report":
      return facts.has_report && areAllBack(facts.searches);
    case "engagement_letter":
    case "ta_forms":
    case "enquiries":
      return false;
  }
}

function hasBegun(step: Step, { is_introduced, searches, has_report }: StepFacts): boolean {
  if (step === "engagement_letter") return is_introduced;
  if (step === "searches") return searches.ordered > 0;
  return step === "report" && has_report;
}

function areAllBack({ ordered, back }: StepFacts["searches"]): boolean {
  return ordered > 0 && back === ordered;
}

/** "2 of 4 searches are back"; null while none is ordered. */
export function searchesText({ ordered, back }: StepFacts["searches"]): string | null {
  if (ordered === 0) return null;
  if (back === ordered) return "All searches are back";
  if (back === 0) return "The searches are ordered, and none is back yet";
  return `${back} of ${ordered} searches are back`;
}
