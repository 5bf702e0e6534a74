/** Message after a successful payment (E-023 to E-026). */
export const PAYMENT_SUCCEEDED = "Payment succeeded!";

/** Message about a failure if there is no specific text for the customer (E-016). */
export const PAYMENT_FALLBACK = "An unexpected error occurred.";

/** Returns the message for the customer about a payment intent with this status. */
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

/** Payment type of a matter (AMB-E07, AMB-E08). */
export type PaymentType = "stripe_direct" | "invoice";

export type Payment = {
  type: PaymentType;
  /** True if the first order’s status is `succeeded` (E-017). */
  paid: boolean;
  paid_at: Date | string | null;
};

/**
 * Returns a matter’s payment. If the matter has no order, the type is Stripe for a resale and
 * invoice for a development.
 */
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

/**
 * Returns true if the order must not take another payment, because it is paid or because a payment
 * that does not match it is under review.
 */
export function isSettled(order: { paid_at: Date | null; review: string | null }): boolean {
  return order.paid_at !== null || order.review !== null;
}

/** Returns true if Stripe took exactly the order’s total, in pounds sterling. */
export function fitsOrder(
  taken: { amount_pence: number | null; currency: string | null },
  order: { total_amount_pence: number },
): boolean {
  return taken.amount_pence === order.total_amount_pence && taken.currency === "gbp";
}
