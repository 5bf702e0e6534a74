import type { Selectable } from "kysely";
import { adminDate } from "#app/domain/fields/dates.ts";
import { formatPence } from "#app/domain/fields/money.ts";
import { spelledOut } from "#app/domain/fields/words.ts";
import type { DB } from "#db/types.d.ts";
import type { Payment, PaymentType } from "./payment-status.ts";

/** Why a person has to look at money. */
export type ReviewReason = Selectable<DB["payment_reviews"]>["reason"];

/** Of a payment that came and does not fit its order: told by Stripe, at once. Only a person can clear it up. */
export const MISFITS = [
  "amount_mismatch",
  "paid_and_referred",
  "paid_twice",
  "home_paid_twice",
] as const satisfies readonly ReviewReason[];

/** A misfit, or no money at all: the home is sold with us by another person. Both sales are shown (AMB-D02). */
export const HOME_WITH_US = "home_with_us" satisfies ReviewReason;

/** What the nightly comparison with Stripe finds. It is closed by itself once it is not so any more. */
export const DIFFERENCES = [
  "unknown_order",
  "paid_there_only",
  "paid_here_only",
  "sum_differs",
  "refunded",
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

/** The words for how a matter is paid, as staff read them (AMB-E07, AMB-E08). */

const LABELS: Record<PaymentType, string> = { stripe_direct: "Stripe", invoice: "Invoice" };

/** "Stripe" or "Invoice" (K-029). */
export function paymentTypeLabel(type: PaymentType): string {
  return LABELS[type];
}

/** "Paid - Stripe" or "Unpaid - Invoice", as in the list (J-010). */
export function paymentInList({ type, paid }: Payment): string {
  return `${paid ? "Paid" : "Unpaid"} - ${LABELS[type]}`;
}

/** "Paid via Stripe on 21/11/2026" or "Invoice Unpaid", as on a matter's page (K-004, K-005). */
export function paymentBadge({ type, paid, paid_at }: Payment): string {
  if (!paid) return `${LABELS[type]} Unpaid`;
  return paid_at ? `Paid via ${LABELS[type]} on ${adminDate(paid_at)}` : `Paid via ${LABELS[type]}`;
}

/** "Refunded £240.00 on 21/11/2026"; null where nothing was given back. */
export function refundBadge(
  refund: { refunded_pence: number | null; refunded_at: Date | string | null } | null,
): string | null {
  if (!refund?.refunded_pence || !refund.refunded_at) return null;
  return `Refunded ${formatPence(refund.refunded_pence)} on ${adminDate(refund.refunded_at)}`;
}

/** "Requires payment method": what Stripe says of a payment, in words; "None" before it says anything. */
export function stripeStatusLabel(status: string | null): string {
  return status ? spelledOut(status) : "None";
}

const REVIEW_LABELS: Record<ReviewReason, string> = {
  amount_mismatch: "The amount doesn’t match the order, so the order isn’t marked as paid",
  paid_and_referred: "The order had already been paid for with a referral code",
  paid_twice: "The order had already been paid for by another payment",
  home_paid_twice: "Another customer had already paid to sell this property",
  home_with_us: "The property is already being sold by another customer, so this seller can’t pay",
  unknown_order: "Stripe took this payment for an order that we have no record of",
  paid_there_only: "Stripe took this payment but the order isn’t marked as paid",
  paid_here_only: "The order is marked as paid, but Stripe says it didn’t take this payment",
  sum_differs: "The order is marked as paid, but Stripe took a different amount",
  refunded: "Refunded in Stripe",
  disputed: "Disputed: the customer’s bank has asked for the money back",
  still_processing: "This payment has been processing for more than 3 days",
  still_open: "This payment is still open in Stripe but the order must not take more money",
};

/** Why a person has to look at money, in words. */
export function reviewLabel(reason: ReviewReason): string {
  return REVIEW_LABELS[reason];
}

/** The same to the seller whose money it is, after "because". */
export function heldBecause(reason: ReviewReason): string {
  if (reason === "amount_mismatch") return "the amount doesn’t match your order";
  if (reason === "home_paid_twice") {
    return "another customer is already selling this property with us";
  }
  return "the sale had already been paid for";
}

const REFUND = "Contact the customer and refund the overpayment in Stripe";

const REVIEW_ACTIONS: Record<ReviewReason, string> = {
  amount_mismatch:
    "Refund the payment in Stripe. When you mark this resolved, the seller can pay the correct amount",
  paid_and_referred: REFUND,
  paid_twice: REFUND,
  home_paid_twice: "Speak to both customers and refund this payment in Stripe",
  home_with_us:
    "Speak to both customers. If the second is also an owner, add them to the first sale",
  unknown_order: "Find out who paid in Stripe. Refund it if it isn’t for one of our orders",
  paid_there_only:
    "Open the payment in Stripe and resend its last webhook. If that changes nothing, contact the developers",
  paid_here_only: "Ask the customer to pay, and contact the developers",
  sum_differs:
    "Compare the order with the payment in Stripe and resolve the difference with the customer",
  refunded: "Find out who refunded it and why, and whether the matter is continuing",
  disputed: "Respond to the dispute in Stripe before its deadline, and speak to the customer",
  still_processing: "Check the payment in Stripe, and ask the customer to pay another way",
  still_open: "Cancel it in Stripe so that no one pays twice",
};

/** What a member of staff does about it. */
export function reviewAction(reason: ReviewReason): string {
  return REVIEW_ACTIONS[reason];
}
