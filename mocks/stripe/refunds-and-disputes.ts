/**
 * Refunds by our service or in Stripe’s dashboard, and disputes by the customer’s bank. Stripe
 * refuses a refund of more than is left, and of a disputed payment. The card decides how a refund
 * proceeds:
 *
 *     4000 0000 0000 7726   its refunds stay pending until they are resolved at /mocks/stripe
 *     any other number      its refunds succeed at once
 */

import { type Fields, metadata, needed, onlyKnown, part, short, text } from "./form-body.ts";
import { serialise } from "./serialise.ts";
import {
  charges,
  disputes,
  intents,
  type MoneyBack,
  newId,
  now,
  type PaymentIntent,
  Refusal,
  refunds,
  type StripeDouble,
} from "./objects.ts";
import { pounds } from "./page.ts";
import { emit } from "./webhooks.ts";

const REFUNDS_PENDING = "7726";
const TAKES_NOTHING = ["failed", "canceled"];

/** Creates a refund that our service requests. */
export async function createRefund(double: StripeDouble, fields: Fields): Promise<unknown> {
  onlyKnown(fields, ["payment_intent", "amount", "metadata", "reason", "expand"]);
  short(fields, "reason", 255);
  const id = needed(fields, "payment_intent");
  const intent = await double.state.get(intents, id);
  if (!intent) {
    throw refusal(`No such payment_intent: '${id}'`, "resource_missing", "payment_intent");
  }
  const made = await makeRefund(double, intent, readAmount(fields), metadata(fields));
  return text(part(fields, "expand"), "0") === "payment_intent"
    ? { ...made, payment_intent: intent }
    : made;
}

function readAmount(fields: Fields): number | null {
  const typed = text(fields, "amount");
  if (typed === null) return null;
  if (/^[1-9]\d{0,7}$/.test(typed)) return Number(typed);
  throw refusal(`Invalid integer: ${typed}`, "parameter_invalid_integer", "amount");
}

function refusal(message: string, code: string, param?: string) {
  return new Refusal(400, {
    type: "invalid_request_error",
    message,
    code,
    ...(param && { param }),
  });
}

/** Refunds an amount of a payment, or everything that is left if `asked` is null. */
async function makeRefund(
  double: StripeDouble,
  intent: PaymentIntent,
  asked: number | null,
  given: Record<string, string> = {},
): Promise<MoneyBack> {
  const { id, latest_charge: charge, currency } = intent;
  if (intent.status !== "succeeded" || !charge) {
    const message = `This PaymentIntent (${id}) does not have a successful charge to refund.`;
    throw refusal(message, "payment_intent_unexpected_state");
  }
  const disputed = await double.state.list(disputes);
  if (disputed.some(({ payment_intent, status }) => payment_intent === id && status !== "won")) {
    throw refusal(
      `Charge ${charge} has been charged back; cannot issue a refund.`,
      "charge_disputed",
    );
  }
  const left = await leftOf(double, intent);
  if (left === 0) {
    throw refusal(`Charge ${charge} has already been refunded.`, "charge_already_refunded");
  }
  const amount = asked ?? left;
  if (amount > left) {
    const message = `Refund amount (${pounds(amount)}) is greater than unrefunded amount on charge (${pounds(left)})`;
    throw refusal(message, "amount_too_large", "amount");
  }
  const card = (await double.state.get(charges, charge))?.payment_method_details?.card;
  const made: MoneyBack = {
    id: newId("re"),
    object: "refund",
    amount,
    charge,
    created: now(),
    currency,
    metadata: given,
    payment_intent: id,
    status: card?.last4 === REFUNDS_PENDING ? "pending" : "succeeded",
  };
  await double.state.put(refunds, made.id, made);
  await emit(double, "refund.created", made);
  return made;
}

async function leftOf({ state }: StripeDouble, { id, amount_received }: PaymentIntent) {
  return (await state.list(refunds))
    .filter(
      ({ payment_intent, status }) => payment_intent === id && !TAKES_NOTHING.includes(status),
    )
    .reduce((left, { amount }) => left - amount, amount_received);
}

/**
 * Refunds everything that is left of a payment, as in Stripe's dashboard. Returns null if Stripe
 * refuses.
 */
export function refund(double: StripeDouble, intent_id: string): Promise<MoneyBack | null> {
  return refundInDashboard(double, intent_id, null);
}

/** Refunds an amount in pence, as in Stripe's dashboard. Returns null if Stripe refuses. */
export function refundInDashboard(
  double: StripeDouble,
  intent_id: string,
  amount: number | null,
): Promise<MoneyBack | null> {
  return serialise(async () => {
    const intent = await double.state.get(intents, intent_id);
    if (!intent) return null;
    return makeRefund(double, intent, amount).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
  });
}

/** Ends a refund with the outcome that someone chose at /mocks/stripe, unless it has failed. */
export function resolveRefund(
  double: StripeDouble,
  id: string,
  outcome: "succeeded" | "failed",
): Promise<MoneyBack | null> {
  return serialise(async () => {
    const known = await double.state.get(refunds, id);
    if (!known || known.status === "failed" || known.status === outcome) return known;
    const resolved: MoneyBack = { ...known, status: outcome };
    await double.state.put(refunds, id, resolved);
    await emit(double, outcome === "failed" ? "refund.failed" : "refund.updated", resolved);
    return resolved;
  });
}

/**
 * Disputes the whole amount of a payment, as a bank does. Returns null if the payment has not
 * succeeded.
 */
export function dispute(double: StripeDouble, intent_id: string): Promise<MoneyBack | null> {
  return serialise(async () => {
    const intent = await double.state.get(intents, intent_id);
    if (!intent?.latest_charge) return null;
    const made: MoneyBack = {
      id: newId("du"),
      object: "dispute",
      amount: intent.amount_received,
      charge: intent.latest_charge,
      created: now(),
      currency: intent.currency,
      metadata: {},
      payment_intent: intent_id,
      status: "needs_response",
    };
    await double.state.put(disputes, made.id, made);
    await emit(double, "charge.dispute.created", made);
    return made;
  });
}
