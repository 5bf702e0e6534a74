/** Schemas of Stripe's objects. They convert times to dates; amounts stay in pence. */

import { z } from "zod";

const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((given) => given ?? {});

const paymentStatus = z.enum([
  "canceled",
  "processing",
  "requires_action",
  "requires_capture",
  "requires_confirmation",
  "requires_payment_method",
  "succeeded",
]);

const paymentIntent = z
  .object({
    id: z.string().min(1),
    object: z.literal("payment_intent"),
    status: paymentStatus,
    amount: z.number().int(),
    amount_received: z.number().int(),
    currency: z.string(),
    client_secret: z.string().nullish(),
    customer: z.string().nullish(),
    metadata,
    last_payment_error: z
      .object({ type: z.string(), code: z.string().nullish(), message: z.string().nullish() })
      .nullish(),
    livemode: z.boolean(),
    created: z.number(),
  })
  .transform((intent) => ({
    id: intent.id,
    status: intent.status,
    amount_pence: intent.amount,
    amount_received_pence: intent.amount_received,
    currency: intent.currency,
    client_secret: intent.client_secret ?? null,
    customer: intent.customer ?? null,
    metadata: intent.metadata,
    /**
     * Reason why the payment failed, as customers may see it. Stripe's texts for developers are
     * left out.
     */
    last_error: forCustomers(intent.last_payment_error),
    livemode: intent.livemode,
    created_at: new Date(intent.created * 1_000),
  }));

type PaymentError = { type: string; code?: string | null; message?: string | null };

function forCustomers(error: PaymentError | null | undefined) {
  const isForThem =
    error?.type === "card_error" || error?.code === "payment_intent_authentication_failure";
  return isForThem ? (error.message ?? null) : null;
}

const checkoutSession = z
  .object({
    id: z.string().min(1),
    object: z.literal("checkout.session"),
    url: z.string().nullish(),
    status: z.enum(["open", "complete", "expired"]),
    payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
    payment_intent: z.string().nullish(),
    client_reference_id: z.string().nullish(),
    amount_total: z.number().int(),
    metadata,
  })
  .transform((session) => ({
    id: session.id,
    url: session.url ?? null,
    status: session.status,
    payment_status: session.payment_status,
    payment_intent: session.payment_intent ?? null,
    client_reference_id: session.client_reference_id ?? null,
    amount_pence: session.amount_total,
    metadata: session.metadata,
  }));

const charge = z
  .object({
    id: z.string().min(1),
    object: z.literal("charge"),
    status: z.enum(["succeeded", "pending", "failed"]),
    payment_intent: paymentIntent.nullish(),
  })
  .transform(({ id, status, payment_intent }) => ({
    id,
    status,
    /**
     * Payment of the charge; null for a charge without a payment, which our service never creates.
     */
    payment: payment_intent ?? null,
  }));

/** Money that went back to the customer: a refund by us, or a dispute by the customer's bank. */
const returned = {
  id: z.string().min(1),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  created: z.number(),
  payment_intent: paymentIntent.nullish(),
  metadata,
};

type GivenBack = z.output<z.ZodObject<typeof returned>>;

const toMoneyBack = (given: GivenBack) => ({
  id: given.id,
  status: given.status,
  amount_pence: given.amount,
  currency: given.currency,
  created_at: new Date(given.created * 1_000),
  payment: given.payment_intent ?? null,
  metadata: given.metadata,
});

/** Refund. The oldest refunds have no status, because they succeeded immediately. */
const refund = z
  .object({
    object: z.literal("refund"),
    ...returned,
    status: z
      .string()
      .nullish()
      .transform((status) => status ?? "succeeded"),
  })
  .transform(toMoneyBack);

const dispute = z.object({ object: z.literal("dispute"), ...returned }).transform(toMoneyBack);

const event = z.object({
  id: z.string().min(1),
  object: z.literal("event"),
  type: z.string(),
  created: z.number(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

const named = z.object({ id: z.string().min(1) });

export const stripeSchemas = {
  named,
  paymentIntent,
  checkoutSession,
  charge,
  refund,
  dispute,
  event,
};

export type PaymentStatus = z.output<typeof paymentStatus>;
export type PaymentIntent = z.output<typeof paymentIntent>;
export type CheckoutSession = z.output<typeof checkoutSession>;
export type ReturnedPayment = z.output<typeof refund>;
