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
  amount_mismatch: "The amount is not that of the order, which is not counted as paid",
  paid_and_referred: "The order had been paid for with a referral code",
  paid_twice: "The order had been paid for by another payment",
  home_paid_twice: "The home is with us already: another customer had paid for its sale",
  home_with_us: "The home is with us already, so its second seller cannot pay",
  unknown_order: "Stripe has taken it for an order that is not here",
  paid_there_only: "Stripe has taken it, and the order does not count it",
  paid_here_only: "The order counts as paid by it, and Stripe says that it is not",
  sum_differs: "The order counts as paid by it, and what Stripe took is another sum",
  refunded: "It was given back at Stripe",
  disputed: "The customer's bank asks it back",
  still_processing: "The money has been on its way for more than three days",
  still_open: "It can still be paid, although no more money may come for the order",
};

/** Why a person has to look at money, in words. */
export function reviewLabel(reason: ReviewReason): string {
  return REVIEW_LABELS[reason];
}

/** The same to the seller whose money it is, after "because". */
export function heldBecause(reason: ReviewReason): string {
  if (reason === "amount_mismatch") return "it is not the amount of your order";
  if (reason === "home_paid_twice") {
    return "the home is with us already, in the sale of another customer";
  }
  return "the sale had been paid for already";
}

const REFUND = "Ask the customer, and give back at Stripe what is too much";

const REVIEW_ACTIONS: Record<ReviewReason, string> = {
  amount_mismatch:
    "Give it back at Stripe. Once it is dealt with, the seller can pay the right amount",
  paid_and_referred: REFUND,
  paid_twice: REFUND,
  home_paid_twice: "Speak to both customers, and give this payment back at Stripe",
  home_with_us:
    "Speak to both customers: is the second an owner who is to be added to the first sale?",
  unknown_order: "Find at Stripe who paid, and give it back if it is for nothing of ours",
  paid_there_only:
    "Open the payment at Stripe and send its last webhook again. If that changes nothing, tell the developers",
  paid_here_only: "Ask the customer for the payment, and tell the developers",
  sum_differs:
    "Compare the order with the payment at Stripe, and settle the rest with the customer",
  refunded: "Find out who gave it back and why, and whether the matter goes on",
  disputed: "Answer the dispute at Stripe before its date, and speak to the customer",
  still_processing: "Look at the payment at Stripe, and ask the customer to pay by another way",
  still_open: "Cancel it at Stripe, so that nobody pays twice",
};

/** What a member of staff does about it. */
export function reviewAction(reason: ReviewReason): string {
  return REVIEW_ACTIONS[reason];
}
