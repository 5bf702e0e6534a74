import { isObjectId } from "#app/domain/fields/ids.ts";
import type { Difference } from "./review-reasons.ts";
import { fitsOrder, isSettled } from "./settled.ts";

/** The rule of the nightly comparison: what of Stripe's does not fit ours. Amounts are pence. */

/** Something that Stripe holds, in the words that it is compared by. */
export type AtStripe = {
  kind: "payment" | "page" | "refund" | "dispute";
  id: string;
  /** Stripe's own word; "missing" when it knows nothing of it. */
  status: string;
  amount_pence: number | null;
  currency: string | null;
  /** The order that it says it is for, which may be anything. */
  order_id: string | undefined;
  /** The payment that it is, or is of. */
  payment_id: string | null;
  begun_at: Date | null;
};

/** What we hold of the same. */
export type AtOurs = {
  order: {
    payment_type: "stripe_direct" | "invoice";
    total_amount_pence: number;
    stripe_transaction_id: string | null;
    paid_at: Date | null;
    review: string | null;
    updated_at: Date;
  } | null;
  /** The payment has been put before staff already, as one that does not fit. */
  is_misfit: boolean;
};

/** A refund that was made after all, a dispute that we lost or are in, and nothing else, is money gone. */
const CAME_BACK = {
  refund: ["failed", "canceled"],
  dispute: ["won", "warning_closed", "prevented"],
};
const ON_ITS_WAY = ["processing", "requires_capture"];
const PAYABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Money is on its way for minutes, with a bank that is asked for three days at most. */
const TOO_LONG_ON_ITS_WAY_MS = 3 * 24 * 60 * 60 * 1_000;
/** What an order cannot be paid on any more is called off within moments; longer when Stripe does not answer. */
export const CALLED_OFF_WITHIN_MS = 60 * 60 * 1_000;

/**
 * What a person has to look at in a thing of Stripe's, or null when it fits.
 *
 * Things that name no order of ours are none of ours: other things may be paid for with the same account.
 */
export function findDifference(theirs: AtStripe, ours: AtOurs, now: Date): Difference | null {
  if (!ours.order && !isObjectId(theirs.order_id)) return null;
  const { status } = theirs;
  switch (theirs.kind) {
    case "refund":
      return CAME_BACK.refund.includes(status) ? null : "refunded";
    case "dispute":
      return CAME_BACK.dispute.includes(status) ? null : "disputed";
    case "page":
      return status === "open" && isOverdue(ours, now) ? "still_open" : null;
    case "payment":
      return status === "succeeded"
        ? compareTaken(theirs, ours)
        : compareNotTaken(theirs, ours, now);
  }
}

/** Whether an order counts as paid by this very payment. */
function isCounted({ id }: AtStripe, { order }: AtOurs) {
  return order?.paid_at && order.payment_type === "stripe_direct"
    ? order.stripe_transaction_id === id
    : false;
}

function compareTaken(theirs: AtStripe, ours: AtOurs): Difference | null {
  if (!ours.order) return "unknown_order";
  if (!isCounted(theirs, ours)) return ours.is_misfit ? null : "paid_there_only";
  const { total_amount_pence } = ours.order;
  // The units of a development cost nothing here: its developer paid for all of them at once.
  if (total_amount_pence === 0) return null;
  return fitsOrder(theirs, ours.order) ? null : "sum_differs";
}

function compareNotTaken(theirs: AtStripe, ours: AtOurs, now: Date): Difference | null {
  if (isCounted(theirs, ours)) return "paid_here_only";
  const { status, begun_at } = theirs;
  const tooLong = begun_at && now.getTime() - begun_at.getTime() > TOO_LONG_ON_ITS_WAY_MS;
  if (ON_ITS_WAY.includes(status)) return tooLong ? "still_processing" : null;
  return PAYABLE.includes(status) && isOverdue(ours, now) ? "still_open" : null;
}

/** No more money may come for it, and what was open has had its time to be called off. */
function isOverdue({ order }: AtOurs, now: Date) {
  if (!order || !isSettled(order)) return false;
  return now.getTime() - order.updated_at.getTime() > CALLED_OFF_WITHIN_MS;
}
