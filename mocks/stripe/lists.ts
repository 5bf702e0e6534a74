/**
 * Lists of objects that Stripe's double returns. The newest object is the first, and a request for
 * the next page names the last object of the page before it, as at Stripe.
 */

import { type Fields, part, text } from "./form-body.ts";
import {
  type Charge,
  charges,
  disputes,
  intents,
  type MoneyBack,
  noSuch,
  Refusal,
  refunds,
  sessions,
  type StripeDouble,
} from "./objects.ts";

const MAX_LIMIT = 100;
const USUAL_LIMIT = 10;

type Listed = { id: string; created: number };

/**
 * Returns one page of a list, according to the parameters `limit`, `starting_after`, `created[gte]`
 * and `created[lt]`.
 */
function toPage(url: string, held: readonly Listed[], fields: Fields) {
  const created = part(fields, "created");
  const from = Number(text(created, "gte") ?? 0);
  const until = Number(text(created, "lt") ?? Infinity);
  const within = held
    .filter(({ created: at }) => at >= from && at < until)
    .sort((one, other) => other.created - one.created);
  const after = text(fields, "starting_after");
  const start = after ? within.findIndex(({ id }) => id === after) + 1 : 0;
  if (after && start === 0) throw noSuch("object", after);
  const limit = Number(text(fields, "limit") ?? USUAL_LIMIT);
  if (!(limit >= 1 && limit <= MAX_LIMIT)) {
    const message = "This value must be between 1 and 100.";
    throw new Refusal(400, { type: "invalid_request_error", message, param: "limit" });
  }
  const data = within.slice(start, start + limit);
  return { object: "list", url, data, has_more: start + limit < within.length };
}

export async function listIntents({ state }: StripeDouble, fields: Fields) {
  return toPage("/v1/payment_intents", await state.list(intents), fields);
}

export async function listCharges(double: StripeDouble, fields: Fields) {
  const page = toPage("/v1/charges", await double.state.list(charges), fields);
  return expanded(double, fields, page);
}

export async function listSessions({ state }: StripeDouble, fields: Fields) {
  const status = text(fields, "status");
  const held = (await state.list(sessions)).map(({ session }) => session);
  const asked = held.filter((session) => status === null || session.status === status);
  return toPage("/v1/checkout/sessions", asked, fields);
}

export async function listRefunds(double: StripeDouble, fields: Fields) {
  const of = text(fields, "payment_intent");
  if (of !== null && !(await double.state.get(intents, of))) throw noSuch("payment_intent", of);
  const held = await double.state.list(refunds);
  const asked = held.filter(({ payment_intent }) => of === null || payment_intent === of);
  const page = toPage("/v1/refunds", asked, fields);
  return expanded(double, fields, page);
}

export async function listDisputes(double: StripeDouble, fields: Fields) {
  const page = toPage("/v1/disputes", await double.state.list(disputes), fields);
  return expanded(double, fields, page);
}

export async function readRefund(double: StripeDouble, fields: Fields, id: string) {
  const refund = await double.state.get(refunds, id);
  if (!refund) throw noSuch("refund", id);
  return text(part(fields, "expand"), "0") ? withIntent(double, refund) : refund;
}

export async function readDispute(double: StripeDouble, fields: Fields, id: string) {
  const dispute = await double.state.get(disputes, id);
  if (!dispute) throw noSuch("dispute", id);
  return text(part(fields, "expand"), "0") ? withIntent(double, dispute) : dispute;
}

type Page = ReturnType<typeof toPage>;

/**
 * Applies the parameter `expand[]=data.payment_intent`, which replaces the id of a payment with the
 * payment.
 */
async function expanded(double: StripeDouble, fields: Fields, page: Page) {
  if (text(part(fields, "expand"), "0") !== "data.payment_intent") return page;
  return { ...page, data: await Promise.all(page.data.map((each) => withIntent(double, each))) };
}

async function withIntent({ state }: StripeDouble, each: Listed | Charge | MoneyBack) {
  if (!("payment_intent" in each) || each.payment_intent === null) return each;
  return { ...each, payment_intent: await state.get(intents, each.payment_intent) };
}
