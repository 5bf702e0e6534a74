import { adminDate } from "#app/domain/fields/dates.ts";
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
