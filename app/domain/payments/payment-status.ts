/** What is said of how a payment went (E-023 to E-026). */

export const PAYMENT_SUCCEEDED = "Payment succeeded!";

/** What is said of a failure that has no words for the customer (E-016). */
export const PAYMENT_FALLBACK = "An unexpected error occurred.";

/** The text for a status of Stripe's payment intent. */
export function paymentStatusText(status: string): string {
  switch (status) {
    case "succeeded":
      return PAYMENT_SUCCEEDED;
    case "processing":
      return "Your payment is processing.";
    case "requires_payment_method":
      return "Your payment was not successful, please try again.";
    default:
      return "Something went wrong.";
  }
}

/** How a matter is paid for (AMB-E07, AMB-E08). */

export type PaymentType = "stripe_direct" | "invoice";

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

/** Whether no more money is to come for an order: it is paid, or money has come that does not fit, until that is clear. */
export function isSettled(order: { paid_at: Date | null; review: string | null }): boolean {
  return order.paid_at !== null || order.review !== null;
}

/** Whether an amount that Stripe has taken is the order's: pence, of pounds. */
export function fitsOrder(
  taken: { amount_pence: number | null; currency: string | null },
  order: { total_amount_pence: number },
): boolean {
  return taken.amount_pence === order.total_amount_pence && taken.currency === "gbp";
}
