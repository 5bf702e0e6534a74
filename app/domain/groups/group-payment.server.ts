import { retrievePaymentIntent } from "#app/clients/stripe.server.ts";
import { nullIfNotFound } from "#app/clients/vendor-error.ts";
import { isIntentId } from "#app/domain/payments/settle-payment.server.ts";

/** What Stripe says of the payment that a developer has made for a group. */
export type GroupPayment = {
  stripe_transaction_id: string;
  /** Null when Stripe could not say (AMB-E14). */
  status: string | null;
  paid_at: Date | null;
};

/**
 * Asks Stripe once about a payment; an id that is no payment's is kept, and not asked about (AMB-E14). Not to be called
 * within a transaction.
 *
 * @throws VendorError when Stripe does not answer
 */
export async function readGroupPayment(stripe_transaction_id: string): Promise<GroupPayment> {
  const unknown = { stripe_transaction_id, status: null, paid_at: null };
  if (!isIntentId(stripe_transaction_id)) return unknown;
  const intent = await nullIfNotFound(retrievePaymentIntent(stripe_transaction_id));
  if (!intent) return unknown;
  const { status, created_at } = intent;
  return { stripe_transaction_id, status, paid_at: status === "succeeded" ? created_at : null };
}
