/**
 * Payments that a customer makes. A card's number decides what happens, with any expiry date in the
 * future and any security code:
 *
 *     4242 4242 4242 4242   succeeds
 *     4000 0000 0000 0002   is declined
 *     4000 0000 0000 9995   is declined: insufficient funds
 *     4000 0000 0000 3220   requires 3D Secure: a page to complete or fail it
 *     4000 0000 0000 0077   stays processing until it is resolved at /mocks/stripe
 *     4000 0000 0000 7726   succeeds; its refunds stay pending (refunds-and-disputes.ts)
 *     any other number      succeeds, if its check digit is valid
 */

import { serialise } from "./serialise.ts";
import {
  type Charge,
  charges,
  intents,
  isPayable,
  newId,
  newIntent,
  now,
  type PaymentError,
  type PaymentIntent,
  readIntent,
  type SessionRecord,
  sessions,
  type StripeDouble,
} from "./objects.ts";
import { emit } from "./webhooks.ts";

export type Card = { number: string; expiry: string; cvc: string };

const DECLINED = "4000000000000002";
const INSUFFICIENT_FUNDS = "4000000000009995";
const ASKS_FOR_3DS = "4000000000003220";
const STAYS_PROCESSING = "4000000000000077";

const declined: PaymentError = {
  type: "card_error",
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card has been declined.",
};

const insufficientFunds: PaymentError = {
  type: "card_error",
  code: "card_declined",
  decline_code: "insufficient_funds",
  message: "Your card has insufficient funds.",
};

const notAuthenticated: PaymentError = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

/** Returns Stripe's error for a card that is invalid; null if the card is valid. */
export function cardErrorOf(
  { number, expiry, cvc }: Card,
  today = new Date(),
): PaymentError | null {
  const digits = number.replace(/\D/g, "");
  const mistake = (code: string, message: string) => ({ type: "validation_error", code, message });
  if (digits.length < 13) return mistake("incomplete_number", "Your card number is incomplete.");
  if (!hasCheckDigit(digits)) return mistake("invalid_number", "Your card number is invalid.");

  const [, month, year] = /^(\d{1,2})\D*(\d{2})$/.exec(expiry.trim()) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) {
    return mistake("incomplete_expiry", "Your card's expiration date is incomplete.");
  }
  // A card is valid until the end of the month on it.
  if (new Date(2_000 + Number(year), Number(month), 1) <= today) {
    return mistake("invalid_expiry_year_past", "Your card's expiration date is in the past.");
  }
  if (!/^\d{3,4}$/.test(cvc.trim())) {
    return mistake("incomplete_cvc", "Your card's security code is incomplete.");
  }
  return null;
}

function hasCheckDigit(digits: string) {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

type Attempt = { card: Card; return_url: string };

/** Makes a payment with a valid card. If the payment is no longer open, leaves it unchanged. */
export function pay(
  double: StripeDouble,
  attempt: Attempt & { intent_id: string },
): Promise<PaymentIntent> {
  return serialise(() => payNow(double, attempt));
}

/** Makes a payment on a payment page; returns null if the page is no longer open. */
export function payOnSession(
  double: StripeDouble,
  { session_id, ...attempt }: Attempt & { session_id: string },
): Promise<PaymentIntent | null> {
  return serialise(async () => {
    const record = await double.state.get(sessions, session_id);
    if (!record || !isOpen(record.session)) return null;
    const { id: intent_id } = await intentOfSession(double, record);
    return payNow(double, { ...attempt, intent_id });
  });
}

async function payNow(
  double: StripeDouble,
  { intent_id, card, return_url }: Attempt & { intent_id: string },
): Promise<PaymentIntent> {
  const intent = await readIntent(double, intent_id);
  if (!isPayable(intent)) return intent;
  switch (card.number.replace(/\D/g, "")) {
    case DECLINED:
      return fail(double, intent, declined);
    case INSUFFICIENT_FUNDS:
      return fail(double, intent, insufficientFunds);
    case STAYS_PROCESSING:
      return change(double, {
        ...intent,
        status: "processing",
        last_payment_error: null,
        next_action: null,
      });
    case ASKS_FOR_3DS: {
      const url = `${double.pagesUrl}/mocks/stripe/challenge/${intent.id}`;
      return change(double, {
        ...intent,
        status: "requires_action",
        last_payment_error: null,
        next_action: { type: "redirect_to_url", redirect_to_url: { url, return_url } },
      });
    }
    default:
      return succeed(double, intent, card.number.replace(/\D/g, "").slice(-4));
  }
}

export function answerChallenge(
  double: StripeDouble,
  intent_id: string,
  { passed }: { passed: boolean },
): Promise<PaymentIntent> {
  return serialise(async () => {
    const intent = await readIntent(double, intent_id);
    if (intent.status !== "requires_action") return intent;
    return passed ? succeed(double, intent) : fail(double, intent, notAuthenticated);
  });
}

/** Ends a payment that is processing, with the outcome that someone chose at /mocks/stripe. */
export function resolveProcessing(
  double: StripeDouble,
  intent_id: string,
  outcome: "succeed" | "fail",
): Promise<PaymentIntent> {
  return serialise(async () => {
    const intent = await readIntent(double, intent_id);
    if (intent.status === "succeeded" || intent.status === "canceled") return intent;
    return outcome === "succeed" ? succeed(double, intent) : fail(double, intent, declined);
  });
}

async function succeed(double: StripeDouble, intent: PaymentIntent, last4?: string) {
  const { amount, currency, metadata, id: payment_intent } = intent;
  const charge: Charge = {
    id: newId("ch"),
    object: "charge",
    amount,
    amount_captured: amount,
    created: now(),
    currency,
    livemode: false,
    metadata,
    paid: true,
    payment_intent,
    ...(last4 && { payment_method_details: { card: { last4 } } }),
    status: "succeeded",
  };
  await double.state.put(charges, charge.id, charge);
  return change(double, {
    ...intent,
    status: "succeeded",
    amount_received: amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  });
}

function fail(double: StripeDouble, intent: PaymentIntent, error: PaymentError) {
  return change(double, {
    ...intent,
    status: "requires_payment_method",
    last_payment_error: error,
    next_action: null,
  });
}

const eventTypes = {
  succeeded: "payment_intent.succeeded",
  requires_payment_method: "payment_intent.payment_failed",
  processing: "payment_intent.processing",
  requires_action: "payment_intent.requires_action",
  canceled: "payment_intent.canceled",
} as const;

async function change(double: StripeDouble, intent: PaymentIntent): Promise<PaymentIntent> {
  await double.state.put(intents, intent.id, intent);
  await emit(double, eventTypes[intent.status], intent);
  await changeSession(double, intent);
  return intent;
}

async function changeSession(double: StripeDouble, intent: PaymentIntent) {
  const records = await double.state.list(sessions);
  const record = records.find(({ session }) => session.payment_intent === intent.id);
  if (!record) return;
  const { status } = record.session;
  if (intent.status === "succeeded") {
    const type = status === "open" ? "completed" : "async_payment_succeeded";
    await put(double, record, { status: "complete", payment_status: "paid" }, type);
  } else if (intent.status === "processing") {
    await put(double, record, { status: "complete" }, "completed");
  } else if (intent.status === "requires_payment_method" && status === "complete") {
    await put(double, record, {}, "async_payment_failed");
  }
}

async function put(
  double: StripeDouble,
  record: SessionRecord,
  changes: Partial<SessionRecord["session"]>,
  type: string,
) {
  const session = { ...record.session, ...changes, url: null };
  await double.state.put(sessions, session.id, { ...record, session });
  await emit(double, `checkout.session.${type}`, session);
}

export async function intentOfSession(
  double: StripeDouble,
  record: SessionRecord,
): Promise<PaymentIntent> {
  const { session } = record;
  if (session.payment_intent) return readIntent(double, session.payment_intent);
  const intent = newIntent({
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    description: null,
    receipt_email: null,
    metadata: record.intent_metadata,
  });
  await double.state.put(intents, intent.id, intent);
  await double.state.put(sessions, session.id, {
    ...record,
    session: { ...session, payment_intent: intent.id },
  });
  return intent;
}

export function isOpen({ status, expires_at }: SessionRecord["session"]) {
  return status === "open" && expires_at > now();
}
