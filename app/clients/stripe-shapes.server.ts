import { z } from "zod";

/** What we read of Stripe's objects, in our words: amounts are pence, times are dates. */

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
    last_payment_error: z.object({ message: z.string().nullish() }).nullish(),
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
    /** Why the last try to pay failed, in words for the customer. */
    last_error: intent.last_payment_error?.message ?? null,
    livemode: intent.livemode,
    created_at: new Date(intent.created * 1_000),
  }));

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

const event = z.object({
  id: z.string().min(1),
  object: z.literal("event"),
  type: z.string(),
  created: z.number(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

export const shapes = { paymentIntent, checkoutSession, event };

export type PaymentStatus = z.output<typeof paymentStatus>;
export type PaymentIntent = z.output<typeof paymentIntent>;
export type CheckoutSession = z.output<typeof checkoutSession>;
