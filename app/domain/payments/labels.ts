import type { Selectable } from "kysely";
import { adminDate } from "#app/domain/shared/dates.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { labelFromSnakeCase } from "#app/domain/shared/format.ts";
import type { DB } from "#db/types.d.ts";
import type { Payment, PaymentType } from "./payment-status.ts";

export type ReviewReason = Selectable<DB["payment_reviews"]>["reason"];

/**
 * Review reasons for payments at Stripe that do not match their order (misfits). Only staff can
 * resolve these reviews.
 */
export const MISFITS = [
  "amount_mismatch",
  "paid_and_referred",
  "paid_twice",
  "home_paid_twice",
] as const satisfies readonly ReviewReason[];

/**
 * Review reason if another customer is already selling the property and this customer has not paid.
 * After a payment, the reason is a misfit instead. Staff see both sales (AMB-D02).
 */
export const DUPLICATE_SALE = "home_with_us" satisfies ReviewReason;

/**
 * Review reasons for differences that the nightly comparison with Stripe finds. These reviews close
 * automatically when the difference is resolved.
 */
export const DIFFERENCES = [
  "unknown_order",
  "paid_there_only",
  "paid_here_only",
  "sum_differs",
  "refunded",
  "refund_failed",
  "disputed",
  "still_processing",
  "still_open",
] as const satisfies readonly ReviewReason[];

export type Misfit = (typeof MISFITS)[number];
export type Difference = (typeof DIFFERENCES)[number];

const misfits: ReadonlySet<ReviewReason> = new Set(MISFITS);

export function isMisfit(reason: ReviewReason): reason is Misfit {
  return misfits.has(reason);
}

/** Labels of the payment type for staff (AMB-E07, AMB-E08). */
const LABELS: Record<PaymentType, string> = { stripe_direct: "Stripe", invoice: "Invoice" };

/** Returns "Stripe" or "Invoice" (K-029). */
export function paymentTypeLabel(type: PaymentType): string {
  return LABELS[type];
}

/** Returns "Paid - Stripe" or "Unpaid - Invoice", as the list of matters shows it (J-010). */
export function paymentInList({ type, paid }: Payment): string {
  return `${paid ? "Paid" : "Unpaid"} - ${LABELS[type]}`;
}

/** Returns "Paid via Stripe on 21/11/2026" or "Invoice Unpaid" (K-004, K-005). */
export function paymentBadge({ type, paid, paid_at }: Payment): string {
  if (!paid) return `${LABELS[type]} Unpaid`;
  return paid_at ? `Paid via ${LABELS[type]} on ${adminDate(paid_at)}` : `Paid via ${LABELS[type]}`;
}

/** Returns "Refunded £240.00 on 21/11/2026", or null if there was no refund. */
export function refundBadge(
  refund: { refunded_pence: number | null; refunded_at: Date | string | null } | null,
): string | null {
  if (!refund?.refunded_pence || !refund.refunded_at) return null;
  return `Refunded ${formatPence(refund.refunded_pence)} on ${adminDate(refund.refunded_at)}`;
}

/**
 * Returns Stripe’s payment status as text, such as "Requires payment method", or "None" if there is
 * no status.
 */
export function stripeStatusLabel(status: string | null): string {
  return status ? labelFromSnakeCase(status) : "None";
}

const REVIEW_LABELS: Record<ReviewReason, string> = {
  amount_mismatch: "The amount doesn’t match the order, so the order isn’t marked as paid",
  paid_and_referred: "The order had already been paid for with a referral code",
  paid_twice: "The order had already been paid for with another payment",
  home_paid_twice: "Another customer had already paid to sell this property",
  home_with_us: "The property is already being sold by another customer, so this seller can’t pay",
  unknown_order: "Stripe took this payment for an order that we have no record of",
  paid_there_only: "Stripe took this payment but the order isn’t marked as paid",
  paid_here_only: "The order is marked as paid, but Stripe says it didn’t take this payment",
  sum_differs: "The order is marked as paid, but Stripe took a different amount",
  refunded: "Refunded in Stripe",
  refund_failed: "Our refund failed, so the money came back to our Stripe account",
  disputed: "Disputed: the customer’s bank has asked for the money back",
  still_processing: "This payment has been processing for more than 3 days",
  still_open: "This payment is still open in Stripe but the order must not take more money",
};

/** Returns the reason for a review as text for staff. */
export function reviewLabel(reason: ReviewReason): string {
  return REVIEW_LABELS[reason];
}

/** Returns the reason for a review as text for the seller, to follow the word "because". */
export function heldBecause(reason: ReviewReason): string {
  if (reason === "amount_mismatch") return "the amount doesn’t match your order";
  if (reason === "home_paid_twice") {
    return "another customer is already selling this property with us";
  }
  return "the sale had already been paid for";
}

const REFUND = "Contact the customer and refund the overpayment";

const REVIEW_ACTIONS: Record<ReviewReason, string> = {
  amount_mismatch:
    "Refund the payment. When you mark this resolved, the seller can pay the correct amount",
  paid_and_referred: REFUND,
  paid_twice: REFUND,
  home_paid_twice: "Speak to both customers and refund this payment",
  home_with_us:
    "Speak to both customers. If the second is also an owner, add them to the first sale",
  unknown_order:
    "Find out who paid in Stripe. Refund the payment if it isn’t for one of our orders",
  paid_there_only:
    "Open the payment in Stripe and resend its last webhook. If that changes nothing, contact the developers",
  paid_here_only: "Ask the customer to pay, and contact the developers",
  sum_differs:
    "Compare the order with the payment in Stripe and resolve the difference with the customer",
  refunded: "Find out who refunded it and why, and whether the matter is continuing",
  refund_failed:
    "Tell the customer that the money won’t arrive, and agree another way to refund it",
  disputed: "Respond to the dispute in Stripe before its deadline, and speak to the customer",
  still_processing: "Check the payment in Stripe, and ask the customer to pay another way",
  still_open: "Cancel the payment in Stripe so that no one pays twice",
};

/** Returns what staff should do about a review. */
export function reviewAction(reason: ReviewReason): string {
  return REVIEW_ACTIONS[reason];
}

const REFUND_STATUSES: Record<Selectable<DB["refunds"]>["status"], string> = {
  sending: "Being sent to Stripe",
  pending: "On its way",
  succeeded: "Refunded",
  refused: "Refused by Stripe",
  failed: "Failed",
};

/** Returns the status of a refund as text for staff, with the reason for a refusal. */
export function refundStatusText(
  status: Selectable<DB["refunds"]>["status"],
  refusal_code: string | null,
): string {
  const label = REFUND_STATUSES[status];
  return status === "refused" ? `${label}. ${refusalText(refusal_code ?? "refused")}` : label;
}

const REFUSALS: Readonly<Record<string, string>> = {
  charge_already_refunded:
    "This payment has already been refunded in Stripe. You don’t need to refund it again.",
  amount_too_large:
    "The amount is more than Stripe has left of this payment, so part of it was refunded in Stripe. Check what is left, then refund that.",
  charge_disputed:
    "The customer’s bank has asked for this money back. Respond to the dispute in Stripe instead.",
  refund_disputed_payment:
    "The customer’s bank has asked for this money back. Respond to the dispute in Stripe instead.",
  resource_missing:
    "Stripe doesn’t know this payment. Check the payment in Stripe, and contact the developers.",
  not_received: "Stripe never received the refund. You can make it again.",
};

/** Returns why Stripe refused a refund, from its error code, and what staff can do. */
export function refusalText(code: string): string {
  return REFUSALS[code] ?? `Stripe didn’t make the refund (${code}). Check the payment in Stripe.`;
}
