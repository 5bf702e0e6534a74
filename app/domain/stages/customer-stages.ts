import {
  type CustomerProgress,
  stageReached,
  type StepFacts,
} from "#app/domain/transactions/customer-progress.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { StageHistory } from "./duration-range.ts";
import { doneStages, legalSteps } from "./done-stages.ts";
import { turnCard } from "./next-action.ts";
import { describeStages, type Note } from "./describe-stages.ts";

/**
 * Returns the facts that a reader’s steps and card are derived from.
 * @param today the date in London, such as "2026-11-21"
 */
export function stepFacts(
  { checks, is_introduced, papers_returned_at, searches, report_at, dates }: CustomerProgress,
  {
    side,
    facts,
    law_firm,
    has_chosen = false,
    chooser = null,
    confirmers = null,
    today,
  }: {
    side: Side;
    /** Null for a buyer who is not the active one. */
    facts: StageFacts | null;
    law_firm: string | null;
    has_chosen?: boolean;
    chooser?: string | null;
    confirmers?: string | null;
    today: string;
  },
): StepFacts {
  const stage = stageReached(dates, today);
  const is_exchanged = stage === "exchanged" || stage === "completed";
  const legal = facts && legalSteps(facts, today);
  const pack_ready = is_exchanged || legal?.pack_ready === true;
  const pack_sent = is_exchanged || legal?.pack_sent === true;
  const enquiries_raised = is_exchanged || legal?.enquiries_raised === true;
  // A firm that has declined does not act, and the reader returns nothing to it.
  const hasDeclined = facts !== null && facts.waits.declined_on[side] !== null;
  return {
    checks,
    law_firm: hasDeclined ? null : law_firm,
    choice: has_chosen ? "made" : facts?.waits.choice ? "open" : "none",
    chooser,
    confirmers,
    is_introduced,
    is_development: facts !== null && facts.property_information === null,
    is_confirmed: dates !== null,
    searches: { ordered: searches.ordered, back: searches.back },
    has_report: report_at !== null,
    is_instructed: facts !== null && doneStages(facts, today)("instructed"),
    // The buyer’s solicitor raises enquiries only after the buyer has returned the documents.
    has_returned_papers: side === "seller" ? pack_ready : enquiries_raised,
    says_returned_on: papers_returned_at && londonDay(papers_returned_at),
    pack_sent,
    enquiries_raised,
    is_exchanged,
  };
}

/**
 * Returns the stages as a reader sees them, and the reader’s card. `completion` is null if the date
 * is not known.
 */
export function customerStages(
  {
    facts,
    notes,
    is_refunded = false,
  }: {
    facts: StageFacts;
    notes: readonly Note[];
    /** True if a refund of the seller’s payment is recorded, even a partial one. */
    is_refunded?: boolean;
  },
  {
    side,
    steps,
    completion,
    history,
    chosen = null,
  }: {
    side: Side;
    steps: StepFacts;
    completion: string | null;
    history: StageHistory;
    chosen?: string | null;
  },
  today: string,
) {
  const stages = describeStages({
    facts,
    completes_on: completion,
    history,
    notes,
    reader: side,
    own: steps,
    today,
  });
  const known = { side, steps, completion, chosen, today };
  return { stages, card: turnCard({ facts, stages, is_refunded, ...known }) };
}
