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
