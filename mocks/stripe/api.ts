/**
 * Part of Stripe's double that our server calls: customers, payment intents, checkout sessions and
 * idempotency keys. Lists of objects are in lists.ts. The actions of customers are in pay.ts and
 * pages.ts.
 *
 *     a secret key with "invalid" in it   401
 *     a customer no-id@…                  is created without an id
 */

import { http, HttpResponse, type PathParams } from "msw";
import { sha256 } from "#app/platform/secrets.server.ts";
import {
  amount,
  email,
  type Fields,
  metadata,
  needed,
  neededUrl,
  onlyKnown,
  parseBody,
  part,
  short,
  text,
} from "./form-body.ts";
import { serialise } from "./serialise.ts";
import {
  listCharges,
  listDisputes,
  listIntents,
  listRefunds,
  listSessions,
  readDispute,
  readRefund,
} from "./lists.ts";
import {
  type CheckoutSession,
  type Customer,
  customers,
  idempotentAnswers,
  intents,
  isPayable,
  newId,
  newIntent,
  noSuch,
  now,
  type PaymentIntent,
  readIntent,
  Refusal,
  sessions,
  type StripeDouble,
} from "./objects.ts";
import { createRefund } from "./refunds-and-disputes.ts";
import { emit } from "./webhooks.ts";

export function stripeHandlers({ baseUrl, ...double }: StripeDouble & { baseUrl: string }) {
  const at = (path: string) => `${baseUrl}/v1${path}`;
  return [
    http.post(at("/customers"), answer(double, createCustomer)),
    http.post(at("/customers/:id"), answer(double, updateCustomer)),
    http.delete(at("/customers/:id"), answer(double, deleteCustomer)),
    http.post(at("/payment_intents"), answer(double, createIntent)),
    http.post(at("/payment_intents/:id"), answer(double, serialised(updateIntent))),
    http.get(at("/payment_intents"), answer(double, listIntents)),
    http.get(
      at("/payment_intents/:id"),
      answer(double, (_double, _fields, id) => readIntent(double, id)),
    ),
    http.post(at("/payment_intents/:id/cancel"), answer(double, serialised(cancelIntent))),
    http.post(at("/checkout/sessions"), answer(double, createSession)),
    http.get(at("/checkout/sessions"), answer(double, listSessions)),
    http.get(at("/checkout/sessions/:id"), answer(double, readSession)),
    http.post(at("/checkout/sessions/:id/expire"), answer(double, serialised(expireSession))),
    http.get(at("/charges"), answer(double, listCharges)),
    http.post(at("/refunds"), answer(double, serialised(createRefund))),
    http.get(at("/refunds"), answer(double, listRefunds)),
    http.get(at("/refunds/:id"), answer(double, readRefund)),
    http.get(at("/disputes"), answer(double, listDisputes)),
    http.get(at("/disputes/:id"), answer(double, readDispute)),
    http.all(`${baseUrl}/*`, ({ request }) => {
      const message = `Unrecognized request URL (${request.method}: ${request.url}).`;
      return refuse(new Refusal(404, { type: "invalid_request_error", message }));
    }),
  ];
}

type Work = (double: StripeDouble, fields: Fields, id: string) => Promise<unknown>;

function serialised(work: Work): Work {
  return (...given) => serialise(() => work(...given));
}

function answer(double: StripeDouble, work: Work) {
  return async ({ request, params }: { request: Request; params: PathParams }) => {
    const secret = request.headers.get("authorization") ?? "";
    if (!/^Bearer (sk|rk)_/.test(secret) || secret.includes("invalid")) {
      const message = "Invalid API Key provided.";
      return refuse(new Refusal(401, { type: "invalid_request_error", message }));
    }
    const body = request.method === "GET" ? new URL(request.url).search : await request.text();
    const id = typeof params.id === "string" ? params.id : "";
    const key = request.headers.get("idempotency-key");
    try {
      if (request.method !== "GET") onlyForms(request, body);
      if (key && key.length > 255) throw tooLongKey();
      const result = () => work(double, parseBody(body), id);
      return key
        ? await repeatResponse(double, { key, request: sha256(`${request.url}\n${body}`) }, result)
        : json(await result());
    } catch (error) {
      if (error instanceof Refusal) return refuse(error);
      throw error;
    }
  };
}

function onlyForms(request: Request, body: string) {
  const type = request.headers.get("content-type") ?? "";
  if (body === "" || type.startsWith("application/x-www-form-urlencoded")) return;
  const message = `Invalid request (check that your POST content type is application/x-www-form-urlencoded).`;
  throw new Refusal(400, { type: "invalid_request_error", message });
}

function tooLongKey() {
  const message = "Idempotency keys can be at most 255 characters.";
  return new Refusal(400, { type: "invalid_request_error", message });
}

/**
 * Runs the work of a request and stores its response under the idempotency key. If the key was used
 * before, returns the stored response instead. A request that is rejected before this has no stored
 * response.
 */
async function repeatResponse(
  { state }: StripeDouble,
  { key, request }: { key: string; request: string },
  work: () => Promise<unknown>,
) {
  if (!(await state.add(idempotentAnswers, key, { request, answer: null }))) {
    const known = await state.get(idempotentAnswers, key);
    if (known && known.request !== request) {
      throw new Refusal(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    if (!known?.answer) {
      throw new Refusal(409, {
        type: "idempotency_error",
        code: "idempotency_key_in_use",
        message: `There is currently another in-progress request using this Idempotent Key: ${key}.`,
      });
    }
    const headers = { "Idempotent-Replayed": "true" };
    return json(known.answer.body, { status: known.answer.status, headers });
  }
  try {
    const body = await work();
    await state.put(idempotentAnswers, key, { request, answer: { status: 200, body } });
    return json(body);
  } catch (error) {
    await state.delete(idempotentAnswers, key);
    throw error;
  }
}

function json(body: unknown, { status = 200, headers = {} } = {}) {
  return new HttpResponse(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

function refuse({ status, error }: Refusal) {
  return HttpResponse.json({ error }, { status });
}

async function createCustomer({ state }: StripeDouble, fields: Fields) {
  onlyKnown(fields, CUSTOMER_PARAMETERS);
  const customer: Customer = {
    id: newId("cus"),
    object: "customer",
    created: now(),
    email: email(fields, "email"),
    name: short(fields, "name", 256),
    livemode: false,
    metadata: metadata(fields),
  };
  await state.put(customers, customer.id, customer);
  return customer.email?.startsWith("no-id@") ? { ...customer, id: undefined } : customer;
}

const CUSTOMER_PARAMETERS = ["email", "name", "phone", "description", "metadata"];

async function updateCustomer({ state }: StripeDouble, fields: Fields, id: string) {
  onlyKnown(fields, CUSTOMER_PARAMETERS);
  const customer = await state.get(customers, id);
  if (!customer) throw noSuch("customer", id);
  const updated: Customer = {
    ...customer,
    email: email(fields, "email") ?? customer.email,
    name: short(fields, "name", 256) ?? customer.name,
    metadata: { ...customer.metadata, ...metadata(fields) },
  };
  await state.put(customers, id, updated);
  return updated;
}

async function deleteCustomer({ state }: StripeDouble, fields: Fields, id: string) {
  onlyKnown(fields, []);
  if (!(await state.get(customers, id))) throw noSuch("customer", id);
  await state.delete(customers, id);
  return { id, object: "customer", deleted: true };
}

async function knownCustomer({ state }: StripeDouble, fields: Fields) {
  const id = text(fields, "customer");
  if (id && !(await state.get(customers, id))) {
    throw new Refusal(400, {
      type: "invalid_request_error",
      code: "resource_missing",
      message: `No such customer: '${id}'`,
      param: "customer",
    });
  }
  return id;
}

/** Parameters of a payment that our service may send. The double rejects all others as unknown. */
const INTENT_PARAMETERS = [
  "amount",
  "currency",
  "customer",
  "automatic_payment_methods",
  "description",
  "receipt_email",
  "metadata",
  "statement_descriptor_suffix",
];

async function createIntent(double: StripeDouble, fields: Fields): Promise<PaymentIntent> {
  onlyKnown(fields, INTENT_PARAMETERS);
  const intent = newIntent({
    amount: amount(fields, "amount"),
    currency: sterling(fields),
    customer: await knownCustomer(double, fields),
    description: short(fields, "description", 1_000),
    receipt_email: email(fields, "receipt_email"),
    metadata: metadata(fields),
  });
  await double.state.put(intents, intent.id, intent);
  return intent;
}

/**
 * Returns the currency in lowercase, as in Stripe's responses. Rejects every currency except GBP.
 */
function sterling(fields: Fields): string {
  const currency = needed(fields, "currency").toLowerCase();
  if (currency === "gbp") return currency;
  const message = `Invalid currency: ${currency}.`;
  throw new Refusal(400, { type: "invalid_request_error", message, param: "currency" });
}

async function updateIntent(double: StripeDouble, fields: Fields, id: string) {
  onlyKnown(fields, ["description", "receipt_email", "metadata"]);
  const intent = await readIntent(double, id);
  if (intent.status === "canceled") {
    throw new Refusal(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message: `This PaymentIntent could not be updated because it has a status of ${intent.status}.`,
    });
  }
  const updated: PaymentIntent = {
    ...intent,
    description: short(fields, "description", 1_000) ?? intent.description,
    receipt_email: email(fields, "receipt_email") ?? intent.receipt_email,
    metadata: { ...intent.metadata, ...metadata(fields) },
  };
  await double.state.put(intents, id, updated);
  return updated;
}

async function cancelIntent(double: StripeDouble, _fields: Fields, id: string) {
  const intent = await readIntent(double, id);
  if (!isPayable(intent)) {
    throw new Refusal(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message: `This PaymentIntent could not be canceled because it has a status of ${intent.status}.`,
    });
  }
  const canceled: PaymentIntent = {
    ...intent,
    status: "canceled",
    canceled_at: now(),
    next_action: null,
  };
  await double.state.put(intents, id, canceled);
  await emit(double, "payment_intent.canceled", canceled);
  return canceled;
}

const SESSION_PARAMETERS = [
  "mode",
  "line_items",
  "customer",
  "client_reference_id",
  "metadata",
  "payment_intent_data",
  "success_url",
  "cancel_url",
  "locale",
  "expires_at",
];

async function createSession(double: StripeDouble, fields: Fields): Promise<CheckoutSession> {
  onlyKnown(fields, SESSION_PARAMETERS);
  onlyKnown(part(fields, "payment_intent_data"), INTENT_PARAMETERS.slice(4));
  if (needed(fields, "mode") !== "payment") {
    const message = "Invalid mode: must be one of payment, setup, or subscription";
    throw new Refusal(400, { type: "invalid_request_error", message, param: "mode" });
  }
  const item = part(part(fields, "line_items"), "0");
  const price = part(item, "price_data");
  const total = amount(price, "unit_amount") * Number(text(item, "quantity") ?? 1);
  const id = newId("cs_test");
  const session: CheckoutSession = {
    id,
    object: "checkout.session",
    amount_subtotal: total,
    amount_total: total,
    cancel_url: neededUrl(fields, "cancel_url"),
    client_reference_id: short(fields, "client_reference_id", 200),
    created: now(),
    currency: sterling(price),
    customer: await knownCustomer(double, fields),
    expires_at: now() + 24 * 60 * 60,
    livemode: false,
    metadata: metadata(fields),
    mode: "payment",
    payment_intent: null,
    payment_status: "unpaid",
    status: "open",
    success_url: neededUrl(fields, "success_url"),
    ui_mode: "hosted",
    url: `${double.pagesUrl}/mocks/stripe/checkout/${id}`,
  };
  await double.state.put(sessions, id, {
    session,
    name: needed(part(price, "product_data"), "name"),
    intent_metadata: metadata(part(fields, "payment_intent_data")),
  });
  return session;
}

async function readRecord({ state }: StripeDouble, id: string) {
  const record = await state.get(sessions, id);
  if (!record) throw noSuch("checkout.session", id);
  return record;
}

async function readSession(double: StripeDouble, _fields: Fields, id: string) {
  return (await readRecord(double, id)).session;
}

async function expireSession(double: StripeDouble, fields: Fields, id: string) {
  const record = await readRecord(double, id);
  if (record.session.status !== "open") {
    throw new Refusal(400, {
      type: "invalid_request_error",
      message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
    });
  }
  const session: CheckoutSession = { ...record.session, status: "expired", url: null };
  await double.state.put(sessions, id, { ...record, session });
  await emit(double, "checkout.session.expired", session);
  // If a payment on this page was declined, it is still open, so cancel it too.
  if (session.payment_intent) await cancelIntent(double, fields, session.payment_intent);
  return session;
}
