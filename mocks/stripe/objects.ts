import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Kind, State } from "#mocks/state.ts";

export type StripeDouble = {
  state: State;
  /**
   * Base URL of the pages that customers open at Stripe: our site's, or that of the doubles' own
   * process.
   */
  pagesUrl: string;
  /** URL of our webhook. If it is null, events are recorded but not sent. */
  webhookUrl: string | null;
  webhookSecret: string;
};

const metadata = z.record(z.string(), z.string());

const Customer = z.object({
  id: z.string(),
  object: z.literal("customer"),
  created: z.number(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  livemode: z.literal(false),
  metadata,
});

const PaymentError = z.object({
  type: z.string(),
  code: z.string(),
  decline_code: z.string().optional(),
  message: z.string(),
});

const PaymentIntent = z.object({
  id: z.string(),
  object: z.literal("payment_intent"),
  amount: z.number(),
  amount_received: z.number(),
  automatic_payment_methods: z.object({ enabled: z.literal(true) }).nullable(),
  canceled_at: z.number().nullable(),
  cancellation_reason: z.string().nullable(),
  capture_method: z.literal("automatic"),
  client_secret: z.string(),
  created: z.number(),
  currency: z.string(),
  customer: z.string().nullable(),
  description: z.string().nullable(),
  last_payment_error: PaymentError.nullable(),
  latest_charge: z.string().nullable(),
  livemode: z.literal(false),
  metadata,
  next_action: z
    .object({
      type: z.literal("redirect_to_url"),
      redirect_to_url: z.object({ url: z.string(), return_url: z.string() }),
    })
    .nullable(),
  payment_method_types: z.array(z.string()),
  receipt_email: z.string().nullable(),
  status: z.enum([
    "requires_payment_method",
    "requires_action",
    "processing",
    "succeeded",
    "canceled",
  ]),
});

const Charge = z.object({
  id: z.string(),
  object: z.literal("charge"),
  amount: z.number(),
  amount_captured: z.number(),
  created: z.number(),
  currency: z.string(),
  livemode: z.literal(false),
  metadata,
  paid: z.boolean(),
  payment_intent: z.string().nullable(),
  payment_method_details: z.object({ card: z.object({ last4: z.string() }) }).optional(),
  status: z.enum(["succeeded", "pending", "failed"]),
});

const MoneyBack = z.object({
  id: z.string(),
  object: z.enum(["refund", "dispute"]),
  amount: z.number(),
  charge: z.string(),
  created: z.number(),
  currency: z.string(),
  metadata: metadata.default({}),
  payment_intent: z.string().nullable(),
  status: z.string(),
});

const CheckoutSession = z.object({
  id: z.string(),
  object: z.literal("checkout.session"),
  amount_subtotal: z.number(),
  amount_total: z.number(),
  cancel_url: z.string().nullable(),
  client_reference_id: z.string().nullable(),
  created: z.number(),
  currency: z.string(),
  customer: z.string().nullable(),
  expires_at: z.number(),
  livemode: z.literal(false),
  metadata,
  mode: z.literal("payment"),
  payment_intent: z.string().nullable(),
  payment_status: z.enum(["paid", "unpaid"]),
  status: z.enum(["open", "complete", "expired"]),
  success_url: z.string(),
  ui_mode: z.literal("hosted"),
  url: z.string().nullable(),
});

/** Checkout session, with the data about it that Stripe does not return. */
const SessionRecord = z.object({
  session: CheckoutSession,
  name: z.string(),
  intent_metadata: metadata,
});

const Event = z.object({
  id: z.string(),
  object: z.literal("event"),
  api_version: z.string(),
  created: z.number(),
  data: z.object({ object: z.unknown() }),
  livemode: z.literal(false),
  pending_webhooks: z.number(),
  request: z.object({ id: z.null(), idempotency_key: z.null() }),
  type: z.string(),
});

const EventRecord = z.object({
  event: Event,
  /** Delivery attempts so far, each with the response’s status, or 0 if there was no response. */
  deliveries: z.array(z.object({ at: z.string(), status: z.number() })),
});

const IdempotentAnswer = z.object({
  request: z.string(),
  /** Response to the first request with this key; null while that request is in progress. */
  answer: z.object({ status: z.number(), body: z.unknown() }).nullable(),
});

function kind<Value>(name: string, shape: z.ZodType<Value>): Kind<Value> {
  return { vendor: "stripe", name, shape };
}

export type Customer = z.output<typeof Customer>;
export type PaymentError = z.output<typeof PaymentError>;
export type PaymentIntent = z.output<typeof PaymentIntent>;
export type Charge = z.output<typeof Charge>;
export type MoneyBack = z.output<typeof MoneyBack>;
export type CheckoutSession = z.output<typeof CheckoutSession>;
export type SessionRecord = z.output<typeof SessionRecord>;
export type Event = z.output<typeof Event>;
type EventRecord = z.output<typeof EventRecord>;

export const customers = kind("customer", Customer);
export const intents = kind("payment_intent", PaymentIntent);
export const charges = kind("charge", Charge);
export const refunds = kind("refund", MoneyBack);
export const disputes = kind("dispute", MoneyBack);
export const sessions = kind("checkout_session", SessionRecord);
export const events = kind("event", EventRecord);
export const idempotentAnswers = kind("idempotent_answer", IdempotentAnswer);

export function newId(prefix: string) {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

export function now() {
  return Math.floor(Date.now() / 1_000);
}

export function newIntent(given: {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  receipt_email: string | null;
  metadata: Record<string, string>;
}): PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    amount_received: 0,
    automatic_payment_methods: { enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_${newId("secret")}`,
    created: now(),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method_types: ["card"],
    status: "requires_payment_method",
    ...given,
  };
}

/** Error for a request that Stripe rejects, with the error in Stripe's format. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; message: string; code?: string; param?: string },
  ) {
    super(error.message);
  }
}

export function noSuch(what: string, id: string) {
  return new Refusal(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param: "id",
  });
}

export async function readIntent({ state }: StripeDouble, id: string): Promise<PaymentIntent> {
  const intent = await state.get(intents, id);
  if (!intent) throw noSuch("payment_intent", id);
  return intent;
}

export function isPayable({ status }: PaymentIntent): boolean {
  return status === "requires_payment_method" || status === "requires_action";
}
