/** Refunds and disputes that were made at Stripe or at the customer's bank, not on our site. */

import { serialise } from "./serialise.ts";
import {
  disputes,
  intents,
  type MoneyBack,
  newId,
  now,
  refunds,
  type StripeDouble,
} from "./objects.ts";
import { emit } from "./webhooks.ts";

/**
 * Refunds the whole amount of a payment, as in Stripe's dashboard. Returns null if the payment has
 * not succeeded.
 */
export function refund(double: StripeDouble, intent_id: string): Promise<MoneyBack | null> {
  return serialise(async () => {
    const taken = await takenBy(double, intent_id);
    if (!taken) return null;
    const made: MoneyBack = { id: newId("re"), object: "refund", status: "succeeded", ...taken };
    await double.state.put(refunds, made.id, made);
    await emit(double, "refund.created", made);
    return made;
  });
}

/**
 * Disputes the whole amount of a payment, as a bank does. Returns null if the payment has not
 * succeeded.
 */
export function dispute(double: StripeDouble, intent_id: string): Promise<MoneyBack | null> {
  return serialise(async () => {
    const taken = await takenBy(double, intent_id);
    if (!taken) return null;
    const status = "needs_response";
    const made: MoneyBack = { id: newId("du"), object: "dispute", status, ...taken };
    await double.state.put(disputes, made.id, made);
    await emit(double, "charge.dispute.created", made);
    return made;
  });
}

async function takenBy({ state }: StripeDouble, id: string) {
  const intent = await state.get(intents, id);
  if (!intent?.latest_charge) return null;
  const { amount_received: amount, currency, latest_charge: charge } = intent;
  return { amount, charge, created: now(), currency, payment_intent: id };
}
