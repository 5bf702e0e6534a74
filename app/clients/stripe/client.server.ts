import { env } from "#app/platform/env.server.ts";
import { readBody } from "../outbound.server.ts";
import { listPaymentIntents } from "./lists.server.ts";
import { askStripe as ask, isLive, stripe } from "./sdk.server.ts";
import { type CheckoutSession, type PaymentIntent, shapes } from "./shapes.server.ts";
import { VendorError } from "../vendor-error.ts";
import { WEBHOOK_TOLERANCE_SECONDS } from "../webhook-tolerance.ts";

export { isLive };
export type { CheckoutSession, PaymentIntent, PaymentStatus } from "./shapes.server.ts";

/** Card payments. Amounts are pence of GBP. Documents: docs.stripe.com/api, version 2025-08-27.basil. */

const CURRENCY = "gbp";
/** A call that creates something takes a key: to the same key Stripe gives the first answer again. */
type Once = { idempotency_key: string };

/**
 * Creates a payment customer (E-009).
 *
 * @returns its id
 * @throws VendorError; "Stripe customer created without ID" when the answer has none (E-010)
 */
export function createCustomer({
  idempotency_key,
  ...customer
}: {
  email: string;
  name: string;
  metadata?: Record<string, string>;
} & Once): Promise<string> {
  return ask(true, async () => {
    const { id } = await stripe.customers.create(customer, { idempotencyKey: idempotency_key });
    if (id) return id;
    throw new VendorError("stripe", "bad_body", "Stripe customer created without ID");
  });
}

/**
 * Changes a payment customer's name and address. Documents: docs.stripe.com/api/customers/update.
 *
 * @throws VendorError "4xx" when there is no such customer
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
 * Deletes a payment customer for good. Their payments stay in Stripe's books. Documents: docs.stripe.com/api/customers/delete.
 *
 * @throws VendorError "4xx" when there is no such customer any more
 */
export function deleteCustomer(id: string): Promise<void> {
  return ask(true, async () => {
    await stripe.customers.del(id);
  });
}

/**
 * Changes where Stripe sends the receipt of a payment that is still to be made. Documents:
 * docs.stripe.com/api/payment_intents/update.
 *
 * @throws VendorError "4xx" when there is no such payment, or it was cancelled
 */
export function updateReceiptEmail(id: string, receipt_email: string): Promise<void> {
  return ask(true, async () => {
    await stripe.paymentIntents.update(id, { receipt_email });
  });
}

/**
 * Asks for a payment (E-011). The client secret goes to the page of the customer who pays, and nowhere else.
 *
 * @throws VendorError
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
} & Once): Promise<PaymentIntent> {
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

/** @throws VendorError "4xx" with status 404 when there is no such payment */
export function retrievePaymentIntent(id: string): Promise<PaymentIntent> {
  return ask(true, async () => parseIntent(await stripe.paymentIntents.retrieve(id)));
}

/** @throws VendorError "4xx" when it has succeeded, is processing, or was cancelled before */
export function cancelPaymentIntent(id: string): Promise<PaymentIntent> {
  return ask(false, async () => parseIntent(await stripe.paymentIntents.cancel(id)));
}

/**
 * Makes a page of Stripe's where a customer without scripts pays (AMB-E11).
 *
 * @param session.metadata is put on the session and on the payment that it makes
 * @param session.success_url may hold {CHECKOUT_SESSION_ID}
 * @throws VendorError
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
  /** What is paid for, in the words of the page. */
  name: string;
  customer: string;
  client_reference_id: string;
  metadata: Record<string, string>;
  receipt_email?: string;
  success_url: string;
  cancel_url: string;
} & Once): Promise<CheckoutSession> {
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

/** @throws VendorError "4xx" with status 404 when there is no such session */
export function retrieveCheckoutSession(id: string): Promise<CheckoutSession> {
  return ask(true, async () => parseCheckoutSession(await stripe.checkout.sessions.retrieve(id)));
}

/** Closes a page: it can no longer be paid on. @throws VendorError "4xx" when it is not open */
export function expireCheckoutSession(id: string): Promise<CheckoutSession> {
  return ask(false, async () => parseCheckoutSession(await stripe.checkout.sessions.expire(id)));
}

const parseIntent = (answer: unknown) => readBody("stripe", shapes.paymentIntent, answer);
const parseCheckoutSession = (answer: unknown) =>
  readBody("stripe", shapes.checkoutSession, answer);

export type StripeEvent = {
  id: string;
  type: string;
  created_at: Date;
  livemode: boolean;
  /** Of events whose type starts with "payment_intent.". */
  payment_intent?: PaymentIntent;
  /** Of events whose type starts with "checkout.session.". */
  checkout_session?: CheckoutSession;
  /** Of events whose type starts with "refund.". */
  refund_id?: string;
};

/** The body was not signed by Stripe with our secret, or too long ago. It is answered with 400. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

/**
 * Whether a signature can be Stripe's, checked before the body is read: in Stripe's form, and made within the tolerance
 * before or after now. Stripe's library accepts any time to come, and the last of several times (SE-10).
 *
 * @param signature the header Stripe-Signature: "t=1700000000,v1=5257a8…"
 */
export function isFreshSignature(signature: string | null, now = new Date()): boolean {
  const parts = signature?.split(",").map((part) => part.trim()) ?? [];
  const times = parts.filter((part) => part.startsWith("t="));
  const [, time] = /^t=(\d{1,12})$/.exec(times.join()) ?? [];
  const age = Math.abs(now.getTime() / 1_000 - Number(time));
  return age <= WEBHOOK_TOLERANCE_SECONDS && parts.some((part) => /^v1=[\da-f]{64}$/.test(part));
}

/**
 * Reads what Stripe posted to us (AMB-E09).
 *
 * @param raw the body exactly as it came
 * @param signature the header Stripe-Signature
 * @throws WebhookSignatureError; VendorError "bad_body" when it is signed and yet not an event
 */
export function readWebhook(raw: string, signature: string | null): StripeEvent {
  const event = readBody("stripe", shapes.event, verified(raw, signature));
  const { id, type, created, livemode } = event;
  const object = event.data.object;
  return {
    id,
    type,
    livemode,
    created_at: new Date(created * 1_000),
    ...(type.startsWith("payment_intent.") && { payment_intent: parseIntent(object) }),
    ...(type.startsWith("checkout.session.") && { checkout_session: parseCheckoutSession(object) }),
    ...(type.startsWith("refund.") && { refund_id: readBody("stripe", shapes.named, object).id }),
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

/** Whether a text that a person typed can be the id of a payment of Stripe's: others are not asked for. */
export function isIntentId(text: string): boolean {
  return /^pi_\w{1,100}$/.test(text);
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Asks what changes nothing and costs nothing (docs/vendors.md); throws VendorError. Returns what it saw, in words. */
export async function smokeTest(): Promise<string> {
  const until = new Date();
  const begun = await listPaymentIntents({ from: new Date(until.getTime() - DAY_MS), until });
  return `${isLive ? "Live" : "Test"} keys. ${begun.length} payments were started in the last day.`;
}
