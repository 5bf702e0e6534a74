import type { Selectable } from "kysely";
import { adminDate } from "#app/domain/fields/dates.ts";
import type { DB } from "#db/types.d.ts";
import type { Payment, PaymentType } from "./payment-type.ts";

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

/** "Requires payment method": what Stripe says of a payment, in words; "None" before it says anything. */
export function stripeStatusLabel(status: string | null): string {
  if (!status) return "None";
  const words = status.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type ReviewReason = Selectable<DB["payment_reviews"]>["reason"];

const REVIEW_LABELS: Record<ReviewReason, string> = {
  amount_mismatch: "The amount is not that of the order, which is not counted as paid",
  paid_and_referred: "The order had been paid for with a referral code",
  paid_twice: "The order had been paid for by another payment",
};

/** Why a payment has to be looked at by a person. */
export function reviewLabel(reason: ReviewReason): string {
  return REVIEW_LABELS[reason];
}
