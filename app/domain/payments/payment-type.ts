import { adminDate } from "#app/domain/fields/dates.ts";

/** How a matter is paid for, and how staff read it (AMB-E07, AMB-E08). */

export type PaymentType = "stripe_direct" | "invoice";

const LABELS: Record<PaymentType, string> = { stripe_direct: "Stripe", invoice: "Invoice" };

export type Payment = {
  type: PaymentType;
  /** The status of the first order is succeeded (E-017). */
  paid: boolean;
  paid_at: Date | string | null;
};

/** The payment of a matter. Before it has an order, a sale is to be paid by card and a development by invoice. */
export function matterPayment(matter: {
  type: "resale" | "development";
  order: {
    payment_type: PaymentType;
    stripe_transaction_status: string | null;
    paid_at: Date | string | null;
  } | null;
}): Payment {
  const { type, order } = matter;
  return {
    type: order?.payment_type ?? (type === "development" ? "invoice" : "stripe_direct"),
    paid: order?.stripe_transaction_status === "succeeded",
    paid_at: order?.paid_at ?? null,
  };
}

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
