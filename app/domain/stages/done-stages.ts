/** Rules for when a stage is done, and on which day. */

import {
  STAGE_NAMES,
  type StageFacts,
  type StageName,
} from "#app/domain/transactions/stage-facts.ts";

/**
 * Point of view of the stages. The matter’s own start with the seller’s side, which needs no buyer.
 * A buyer’s first two stages also need the solicitor and the checks of the buyer’s side. The
 * contract pack is done for the matter when it is ready, and for the buyer when it has been sent.
 */
export type StageView = "matter" | "buyer";

export type Days = Record<StageName, string | null> & {
  raised: string | null;
  /** Day on which the contract pack was sent to this buyer’s solicitor. */
  pack_sent: string | null;
  /** Day on which the buyer’s solicitor was assigned. */
  buyer_instructed: string | null;
};

/**
 * Returns the known dates of the stages that are complete. Dates after `today` are left out.
 * @param today the date in London, such as "2026-11-21"
 */
export function daysOf(
  { days, purchase }: StageFacts,
  today: string,
  view: StageView = "matter",
): Days {
  const come = (day: string | null | undefined) => (day && day <= today ? day : null);
  const with_buyer = (seller: string | null, buyer: string | null) =>
    view === "buyer" ? latest([seller, buyer]) : seller;
  const pack_sent = come(days.contract_pack_sent_on);
  return {
    instructed: with_buyer(days.instructed_on, days.buyer_instructed_on),
    buyer_instructed: days.buyer_instructed_on,
    identity: with_buyer(days.identity_on, days.buyer_checked_on),
    searches: days.searches_on,
    contract_pack: view === "buyer" ? pack_sent : (come(days.contract_pack_ready_on) ?? pack_sent),
    pack_sent,
    raised: come(days.enquiries_raised_on),
    enquiries: come(days.enquiries_answered_on),
    exchange: come(purchase?.exchanged),
    completion: come(purchase?.completed),
  };
}

/**
 * Returns “aborted”, “completed” or “exchanged”, whichever has been reached last, or null. A matter
 * that staff have ended is aborted, also without a purchase.
 */
export function endOf({ purchase, ended_on }: StageFacts, today: string) {
  if (ended_on !== null && ended_on <= today) return "aborted";
  const names = ["aborted", "completed", "exchanged"] as const;
  return names.find((name) => purchase?.[name] && purchase[name] <= today) ?? null;
}

/** Returns a function that is true for the stages of a matter that are done. */
export function doneStages(facts: StageFacts, today: string, view: StageView = "matter") {
  const { progress, has_solicitor, waits } = facts;
  const known = daysOf(facts, today);
  const { pack_ready, pack_sent } = legalSteps(facts, today);
  const hasDeclined = waits.declined_on.seller !== null || waits.declined_on.buyer !== null;
  const end = endOf(facts, today);
  const isExchanged = end === "completed" || end === "exchanged" || known.exchange !== null;
  const done: Record<StageName, boolean> = {
    instructed:
      view === "buyer"
        ? has_solicitor.seller && has_solicitor.buyer && !waits.letter_failed_on && !hasDeclined
        : has_solicitor.seller &&
          isPaidOrInstructed(facts) &&
          !waits.seller_letter_failed &&
          !waits.declined_on.seller,
    identity: view === "buyer" ? isIdentityDone(facts) : isSellersIdentityDone(facts),
    searches: progress.searches === "complete",
    contract_pack: view === "buyer" ? pack_sent : pack_ready,
    enquiries: known.enquiries !== null,
    exchange: isExchanged,
    completion: end === "completed",
  };
  return (name: StageName) => done[name] || (isExchanged && name !== "completion");
}

/**
 * Returns true if the seller has paid, or if staff have assigned both solicitors without a payment.
 * It stays true if the buyer is released with their solicitor.
 */
export function isPaidOrInstructed({ progress, has_solicitor, days }: StageFacts): boolean {
  const { seller, buyer } = has_solicitor;
  return (
    progress.payment === "complete" || (seller && (buyer || days.buyer_instructed_on !== null))
  );
}

/** Returns true if everyone who needs an identity check in the matter has passed it. */
function isIdentityDone({ progress, waits }: StageFacts): boolean {
  return progress.id_checks === "complete" && waits.check === null;
}

function isSellersIdentityDone({ checks, waits }: StageFacts): boolean {
  return checks.seller === "complete" && !waits.seller_check_pending;
}

/** Returns which legal steps of a matter are done. A step also counts as done if a later one is. */
export function legalSteps(facts: StageFacts, today: string) {
  const known = daysOf(facts, today);
  const { raised, enquiries, exchange, completion } = known;
  const enquiries_raised = [raised, enquiries, exchange, completion].some((day) => day !== null);
  const pack_sent = enquiries_raised || known.pack_sent !== null;
  return { pack_ready: pack_sent || known.contract_pack !== null, pack_sent, enquiries_raised };
}

/** Returns the latest known date of the stages before this one, without those of the buyer. */
export function reachedOn(stage: StageName, known: Days): string | null {
  const before = STAGE_NAMES.slice(0, STAGE_NAMES.indexOf(stage));
  return latest(before.map((name) => known[name]));
}

export function latest(days: readonly (string | null)[]): string | null {
  return days.reduce((last, day) => (day && (!last || day > last) ? day : last), null);
}
