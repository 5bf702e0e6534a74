/** Card payments with Stripe, in pence (docs.stripe.com/api, version 2025-08-27.basil). */

import { env } from "#app/platform/env.server.ts";
import { readBody } from "../outbound.server.ts";
import { listPaymentIntents } from "./lists.server.ts";
import { callStripe as ask, isLive, stripe } from "./sdk.server.ts";
import { type CheckoutSession, type PaymentIntent, stripeSchemas } from "./shapes.server.ts";
import { VendorError } from "../vendor-error.ts";
import { WEBHOOK_TOLERANCE_SECONDS } from "../webhook-tolerance.ts";

export { isLive };
export type { CheckoutSession, PaymentIntent, PaymentStatus } from "./shapes.server.ts";

const CURRENCY = "gbp";
/**
 * Idempotency key of a call that creates something. If a key is used again, Stripe returns the
 * first response again.
 */
type IdempotencyOptions = { idempotency_key: string };

/**
 * Creates a Stripe customer and returns its id (E-009).
 * @throws {VendorError} "Stripe customer created without ID" if Stripe's response has no id (E-010)
 */
export function createCustomer({
  idempotency_key,
  ...customer
}: {
  email: string;
  name: string;
  metadata?: Record<string, string>;
} & IdempotencyOptions): Promise<string> {
  return ask(true, async () => {
    const { id } = await stripe.customers.create(customer, { idempotencyKey: idempotency_key });
    if (id) return id;
    throw new VendorError("stripe", "bad_body", "Stripe customer created without ID");
  });
}

/**
 * Updates the name and email of a Stripe customer.
 * @throws {VendorError} "4xx" if the customer is unknown
 */
export function updateCustomer(
  id: string,
  customer: { email: string; name: string },
): Promise<void> {
  return ask(true, async () => {
    await stripe.customers.update(id, customer);
  });
}

/**
 * Permanently deletes a Stripe customer, but not the customer's payments.
 * @throws {VendorError} "4xx" if the customer is unknown
 */
export function deleteCustomer(id: string): Promise<void> {
  return ask(true, async () => {
    await stripe.customers.del(id);
  });
}

/**
 * Changes the address that the receipt of an open payment goes to.
 * @throws {VendorError} "4xx" if the payment is closed or unknown
 */
export function updateReceiptEmail(id: string, receipt_email: string): Promise<void> {
  return ask(true, async () => {
    await stripe.paymentIntents.update(id, { receipt_email });
  });
}

/**
 * Creates a payment (E-011). Only the person who pays may see its client secret.
 * @throws {VendorError}
 */
export function createPaymentIntent({
  amount_pence,
  idempotency_key,
  ...intent
}: {
  amount_pence: number;
  customer: string;
  metadata: Record<string, string>;
  description?: string;
  receipt_email?: string;
} & IdempotencyOptions): Promise<PaymentIntent> {
  return ask(true, async () =>
    parseIntent(
      await stripe.paymentIntents.create(
        {
          amount: amount_pence,
          currency: CURRENCY,
          automatic_payment_methods: { enabled: true },
          ...intent,
        },
        { idempotencyKey: idempotency_key },
      ),
    ),
  );
}

/** Returns a payment. @throws {VendorError} "4xx" with status 404 if it does not exist */
export function retrievePaymentIntent(id: string): Promise<PaymentIntent> {
  return ask(true, async () => parseIntent(await stripe.paymentIntents.retrieve(id)));
}

/**
 * Cancels a payment.
 * @throws {VendorError} "4xx" if the payment has succeeded, is processing or has been cancelled
 */
export function cancelPaymentIntent(id: string): Promise<PaymentIntent> {
  return ask(false, async () => parseIntent(await stripe.paymentIntents.cancel(id)));
}

/**
 * Creates a payment page on Stripe's site, for customers whose browsers don't run scripts
 * (AMB-E11).
 * @param session.metadata metadata to store with the session and with its payment
 * @param session.success_url URL that may contain {CHECKOUT_SESSION_ID}
 * @throws {VendorError}
 */
export function createCheckoutSession({
  amount_pence,
  name,
  idempotency_key,
  metadata,
  receipt_email,
  ...session
}: {
  amount_pence: number;
  name: string;
  customer: string;
  client_reference_id: string;
  metadata: Record<string, string>;
  receipt_email?: string;
  success_url: string;
  cancel_url: string;
} & IdempotencyOptions): Promise<CheckoutSession> {
  return ask(true, async () =>
    parseCheckoutSession(
      await stripe.checkout.sessions.create(
        {
          mode: "payment",
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: CURRENCY,
                unit_amount: amount_pence,
                product_data: { name },
              },
            },
          ],
          metadata,
          payment_intent_data: { metadata, ...(receipt_email && { receipt_email }) },
          ...session,
        },
        { idempotencyKey: idempotency_key },
      ),
    ),
  );
}

/** Returns a checkout session. @throws {VendorError} "4xx" with status 404 if it does not exist */
export function retrieveCheckoutSession(id: string): Promise<CheckoutSession> {
  return ask(true, async () => parseCheckoutSession(await stripe.checkout.sessions.retrieve(id)));
}

/**
 * Expires a payment page on Stripe's site, so that no one can pay there.
 * @throws {VendorError} "4xx" if the page is no longer open
 */
export function expireCheckoutSession(id: string): Promise<CheckoutSession> {
  return ask(false, async () => parseCheckoutSession(await stripe.checkout.sessions.expire(id)));
}

const parseIntent = (answer: unknown) => readBody("stripe", stripeSchemas.paymentIntent, answer);
const parseCheckoutSession = (answer: unknown) =>
  readBody("stripe", stripeSchemas.checkoutSession, answer);

export type StripeEvent = {
  id: string;
  type: string;
  created_at: Date;
  livemode: boolean;
  payment_intent?: PaymentIntent;
  checkout_session?: CheckoutSession;
  refund_id?: string;
};

/**
 * Error for a webhook that was not signed with our secret, or was signed too long ago. We answer it
 * with 400.
 */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

/**
 * Returns true if a webhook's signature is well-formed and its time is close to the current time.
 * This is checked before the body is read. Stripe's library would accept any time in the future,
 * and the last of several times (SE-10).
 * @param signature the Stripe-Signature header: "t=1700000000,v1=5257a8…"
 */
export function isFreshSignature(signature: string | null, now = new Date()): boolean {
  const parts = signature?.split(",").map((part) => part.trim()) ?? [];
  const times = parts.filter((part) => part.startsWith("t="));
  const [, time] = /^t=(\d{1,12})$/.exec(times.join()) ?? [];
  const age = Math.abs(now.getTime() / 1_000 - Number(time));
  return age <= WEBHOOK_TOLERANCE_SECONDS && parts.some((part) => /^v1=[\da-f]{64}$/.test(part));
}

/**
 * Verifies and parses a webhook from Stripe (AMB-E09). `raw` is the request's unchanged body.
 * @throws {WebhookSignatureError} if the signature is invalid, or {VendorError} "bad_body" if a
 *   signed body is not an event
 */
export function readWebhook(raw: string, signature: string | null): StripeEvent {
  const event = readBody("stripe", stripeSchemas.event, verified(raw, signature));
  const { id, type, created, livemode } = event;
  const object = event.data.object;
  return {
    id,
    type,
    livemode,
    created_at: new Date(created * 1_000),
    ...(type.startsWith("payment_intent.") && { payment_intent: parseIntent(object) }),
    ...(type.startsWith("checkout.session.") && { checkout_session: parseCheckoutSession(object) }),
    ...(type.startsWith("refund.") && {
      refund_id: readBody("stripe", stripeSchemas.named, object).id,
    }),
  };
}

function verified(raw: string, signature: string | null): unknown {
  let cause: unknown;
  for (const secret of env.STRIPE_WEBHOOK_SECRET) {
    try {
      return stripe.webhooks.constructEvent(
        raw,
        signature ?? "",
        secret,
        WEBHOOK_TOLERANCE_SECONDS,
      );
    } catch (error) {
      cause = error;
    }
  }
  throw new WebhookSignatureError(
    "The webhook is not signed by Stripe, or was not signed recently",
    {
      cause,
    },
  );
}

/**
 * Returns true if a text that someone typed could be a payment's id. We don't ask Stripe about any
 * other text.
 */
export function isIntentId(text: string): boolean {
  return /^pi_\w{1,100}$/.test(text);
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Sends Stripe a free, read-only request and describes the answer (docs/vendors.md).
 * @throws {VendorError}
 */
export async function smokeTest(): Promise<string> {
  const until = new Date();
  const begun = await listPaymentIntents({ from: new Date(until.getTime() - DAY_MS), until });
  return `${isLive ? "Live" : "Test"} keys. ${begun.length} payments were started in the last day.`;
}
