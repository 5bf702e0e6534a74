import { z } from "zod";
import {
  type ReturnedPayment,
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
import { isObjectId } from "#app/domain/shared/answers.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import type { Db } from "#db/connection.ts";
import type { Order } from "./orders.server.ts";
import { fitsOrder, isSettled } from "./payment-status.ts";
import type { Difference } from "./labels.ts";

export const cancelPaymentJob = queuedJob(
  "cancel-payment",
  z.object({
    stripe_transaction_id: z.string().nullable(),
    stripe_checkout_session_id: z.string().nullable(),
  }),
);

/** An object at Stripe, in the form used for comparison. */
export type StripeObject = {
  kind: "payment" | "page" | "refund" | "dispute";
  id: string;
  /** Stripe’s own status; "missing" if Stripe does not know the object. */
  status: string;
  amount_pence: number | null;
  currency: string | null;
  /** Id of our order in the object’s metadata, which may contain any text. */
  order_id: string | undefined;
  /** Id of the payment itself, or of the payment that the object belongs to. */
  payment_id: string | null;
  begun_at: Date | null;
  /** Id of our refund in the metadata of a refund, which may contain any text. */
  refund_id?: string | undefined;
};

/** Our record of the order that an object at Stripe belongs to. */
export type OrderRecord = {
  order: {
    payment_type: "stripe_direct" | "invoice";
    total_amount_pence: number;
    stripe_transaction_id: string | null;
    paid_at: Date | null;
    review: string | null;
    updated_at: Date;
  } | null;
  /** Group of new homes whose payment it is, or belongs to. Such a payment has no order. */
  group_id: string | null;
  /** True if staff have ever had a review of this payment because it did not match its order. */
  is_misfit: boolean;
  /** True for a refund that staff made on our pages. */
  is_own_refund: boolean;
};

/** Statuses of refunds and disputes that took no money from us, or returned it to us. */
const REVERSED_STATUSES = {
  refund: ["failed", "canceled"],
  dispute: ["won", "warning_closed", "prevented"],
};
const ON_ITS_WAY = ["processing", "requires_capture"];
const PAYABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];

/**
 * Time after which a processing payment counts as stuck. Most payments take minutes, but a bank may
 * take up to three days.
 */
const TOO_LONG_ON_ITS_WAY_MS = 3 * 24 * 60 * 60 * 1_000;
/**
 * Time for which a settled order’s open payment may remain open at Stripe. We may not be able to
 * cancel it immediately, because Stripe may be down.
 */
export const CANCEL_GRACE_MS = 60 * 60 * 1_000;

/**
 * Returns the difference between an object at Stripe and our record that staff must review, or
 * null. Ignores objects that belong to none of our orders and groups, because the Stripe account
 * may also take other payments. Only the refunds and disputes of a group’s payment are compared,
 * because staff entered that payment (AMB-E14).
 */
export function findDifference(
  object: StripeObject,
  record: OrderRecord,
  now: Date,
): Difference | null {
  const isOfGroup = !record.order && record.group_id !== null;
  if (!record.order && !isOfGroup && !isObjectId(object.order_id)) return null;
  const { status } = object;
  switch (object.kind) {
    case "refund": {
      const isReversed = REVERSED_STATUSES.refund.includes(status);
      if (record.is_own_refund) return isReversed ? "refund_failed" : null;
      return isReversed ? null : "refunded";
    }
    case "dispute":
      return REVERSED_STATUSES.dispute.includes(status) ? null : "disputed";
    case "page":
      return status === "open" && isOverdue(record, now) ? "still_open" : null;
    case "payment":
      if (isOfGroup) return null;
      return status === "succeeded"
        ? compareTaken(object, record)
        : compareNotTaken(object, record, now);
  }
}

function isCounted({ id }: StripeObject, { order }: OrderRecord) {
  return order?.paid_at && order.payment_type === "stripe_direct"
    ? order.stripe_transaction_id === id
    : false;
}

function compareTaken(object: StripeObject, record: OrderRecord): Difference | null {
  if (!record.order) return "unknown_order";
  if (!isCounted(object, record)) return record.is_misfit ? null : "paid_there_only";
  const { total_amount_pence } = record.order;
  // The order of a unit in a development has a total of £0, because the developer paid for the
  // whole group.
  if (total_amount_pence === 0) return null;
  return fitsOrder(object, record.order) ? null : "sum_differs";
}

function compareNotTaken(object: StripeObject, record: OrderRecord, now: Date): Difference | null {
  if (isCounted(object, record)) return "paid_here_only";
  const { status, begun_at } = object;
  const tooLong = begun_at && now.getTime() - begun_at.getTime() > TOO_LONG_ON_ITS_WAY_MS;
  if (ON_ITS_WAY.includes(status)) return tooLong ? "still_processing" : null;
  return PAYABLE.includes(status) && isOverdue(record, now) ? "still_open" : null;
}

function isOverdue({ order }: OrderRecord, now: Date) {
  if (!order || !isSettled(order)) return false;
  return now.getTime() - order.updated_at.getTime() > CANCEL_GRACE_MS;
}

export type StripeObjectKey = Pick<StripeObject, "kind" | "id">;

/**
 * Converts a payment intent for the comparison. The amount is the amount received if the payment
 * has succeeded, otherwise the amount requested.
 */
export function asPayment(intent: PaymentIntent): StripeObject {
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

/**
 * Converts a checkout session for the comparison. The currency is always pounds, because we create
 * no sessions in other currencies.
 */
export function asPage(session: CheckoutSession): StripeObject {
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

/**
 * Converts a refund or dispute for the comparison. Its order is the one in the metadata of its
 * payment.
 */
export function asMoneyBack(kind: "refund" | "dispute", back: ReturnedPayment): StripeObject {
  return {
    kind,
    id: back.id,
    status: back.status,
    amount_pence: back.amount_pence,
    currency: back.currency,
    order_id: back.payment?.metadata.order_id,
    payment_id: back.payment?.id ?? null,
    begun_at: back.created_at,
    refund_id: kind === "refund" ? back.metadata.refund_id : undefined,
  };
}

/**
 * Reads an object at Stripe. Its status is "missing" if Stripe does not know it.
 * @throws VendorError
 */
export async function readStripeObject({ kind, id }: StripeObjectKey): Promise<StripeObject> {
  return (await find(kind, id)) ?? missing({ kind, id });
}

async function find(kind: StripeObject["kind"], id: string): Promise<StripeObject | null> {
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

function missing({ kind, id }: StripeObjectKey): StripeObject {
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

/** The open payment of an order at Stripe: a payment intent or a checkout session, never both. */
export type OpenPayment = Pick<Order, "stripe_transaction_id" | "stripe_checkout_session_id">;

/** Queues a job that cancels an open payment. If the customer pays before that, staff review it. */
export async function cancelOpenPayment(trx: Db, open: OpenPayment): Promise<void> {
  const { stripe_transaction_id, stripe_checkout_session_id } = open;
  if (stripe_transaction_id ?? stripe_checkout_session_id) {
    await enqueue(trx, cancelPaymentJob, { stripe_transaction_id, stripe_checkout_session_id });
  }
}
