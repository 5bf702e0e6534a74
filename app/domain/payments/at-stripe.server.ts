import { z } from "zod";
import {
  type MoneyBack,
  retrieveDispute,
  retrieveRefund,
} from "#app/clients/stripe/lists.server.ts";
import {
  type CheckoutSession,
  type PaymentIntent,
  retrieveCheckoutSession,
  retrievePaymentIntent,
} from "#app/clients/stripe/client.server.ts";
import { nullIfNotFound } from "#app/clients/vendor-error.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import type { Db } from "#db/connection.ts";
import type { Order } from "./orders.server.ts";
import { fitsOrder, isSettled } from "./payment-status.ts";
import type { Difference } from "./labels.ts";

/** The rule of the nightly comparison: what of Stripe's does not fit ours. Amounts are pence. */

/** Cancels at Stripe what must no longer take money. */
export const cancelPaymentJob = queuedJob(
  "cancel-payment",
  z.object({
    stripe_transaction_id: z.string().nullable(),
    stripe_checkout_session_id: z.string().nullable(),
  }),
);

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
 * Things that name none of our orders are not ours: other things may be paid for with the same account.
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

/** Things of Stripe's, in the words that they are compared by. */

/** What there is to ask Stripe for. */
export type StripeThing = Pick<AtStripe, "kind" | "id">;

/** A payment: what was received for it once it has succeeded, and until then what is asked for. */
export function asPayment(intent: PaymentIntent): AtStripe {
  const { id, status, currency, metadata, created_at } = intent;
  return {
    kind: "payment",
    id,
    status,
    amount_pence: status === "succeeded" ? intent.amount_received_pence : intent.amount_pence,
    currency,
    order_id: metadata.order_id,
    payment_id: id,
    begun_at: created_at,
  };
}

/** A page of Stripe's own; all of ours are in pounds. */
export function asPage(session: CheckoutSession): AtStripe {
  return {
    kind: "page",
    id: session.id,
    status: session.status,
    amount_pence: session.amount_pence,
    currency: "gbp",
    order_id: session.client_reference_id ?? undefined,
    payment_id: session.payment_intent,
    begun_at: null,
  };
}

/** A refund or a dispute, which is about the order of its payment. */
export function asMoneyBack(kind: "refund" | "dispute", back: MoneyBack): AtStripe {
  return {
    kind,
    id: back.id,
    status: back.status,
    amount_pence: back.amount_pence,
    currency: back.currency,
    order_id: back.payment?.metadata.order_id,
    payment_id: back.payment?.id ?? null,
    begun_at: back.created_at,
  };
}

/**
 * A thing of Stripe's as it is now; its status is "missing" when Stripe knows nothing of it.
 *
 * @throws VendorError when Stripe does not answer
 */
export async function fetchFromStripe({ kind, id }: StripeThing): Promise<AtStripe> {
  return (await find(kind, id)) ?? missing({ kind, id });
}

async function find(kind: AtStripe["kind"], id: string): Promise<AtStripe | null> {
  switch (kind) {
    case "payment": {
      const intent = await nullIfNotFound(retrievePaymentIntent(id));
      return intent && asPayment(intent);
    }
    case "page": {
      const session = await nullIfNotFound(retrieveCheckoutSession(id));
      return session && asPage(session);
    }
    case "refund": {
      const refund = await nullIfNotFound(retrieveRefund(id));
      return refund && asMoneyBack(kind, refund);
    }
    case "dispute": {
      const dispute = await nullIfNotFound(retrieveDispute(id));
      return dispute && asMoneyBack(kind, dispute);
    }
  }
}

function missing({ kind, id }: StripeThing): AtStripe {
  return {
    kind,
    id,
    status: "missing",
    amount_pence: null,
    currency: null,
    order_id: undefined,
    payment_id: kind === "payment" ? id : null,
    begun_at: null,
  };
}

/** What an order can be paid on at Stripe: a payment on our page, or a page of Stripe's own. It has one at most. */
export type OpenPayment = Pick<Order, "stripe_transaction_id" | "stripe_checkout_session_id">;

/**
 * Queues that what is open at Stripe takes no money any more. What has been paid all the same is told by Stripe's
 * webhook, and put before staff.
 *
 * @param trx the transaction in which it became one too many
 */
export async function cancelOpenPayment(trx: Db, open: OpenPayment): Promise<void> {
  const { stripe_transaction_id, stripe_checkout_session_id } = open;
  if (stripe_transaction_id ?? stripe_checkout_session_id) {
    await enqueue(trx, cancelPaymentJob, { stripe_transaction_id, stripe_checkout_session_id });
  }
}
