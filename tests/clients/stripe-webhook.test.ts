import { describe, expect, test, vi } from "vitest";
import { newIntent } from "#mocks/stripe/objects.ts";
import { signed } from "#mocks/stripe/webhooks.ts";

vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_1");
vi.stubEnv("STRIPE_PUBLISHABLE_KEY", "pk_test_1");
vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_new,whsec_old");
const { isFreshSignature, readWebhook, WebhookSignatureError } =
  await import("#app/clients/stripe/client.server.ts");
const { VendorError } = await import("#app/clients/vendor-error.ts");

const intent = newIntent({
  amount: 24_000,
  currency: "gbp",
  customer: "cus_1",
  description: null,
  receipt_email: null,
  metadata: { order_id: "o1" },
});

const event = {
  id: "evt_1",
  object: "event",
  type: "payment_intent.succeeded",
  created: 1_790_000_000,
  livemode: false,
  data: { object: intent },
};

test.each(["whsec_new", "whsec_old"])("an event signed with %s is accepted", (secret) => {
  const { body, signature } = signed(event, secret);
  expect(readWebhook(body, signature)).toEqual({
    id: "evt_1",
    type: "payment_intent.succeeded",
    created_at: new Date(1_790_000_000_000),
    livemode: false,
    payment_intent: expect.objectContaining({
      id: intent.id,
      amount_pence: 24_000,
      metadata: { order_id: "o1" },
    }),
  });
});

const good = signed(event, "whsec_new");
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test.each([
  ["a wrong secret", signed(event, "whsec_another")],
  ["no header", { ...good, signature: null }],
  ["an empty header", { ...good, signature: "" }],
  ["a changed body", { ...good, body: good.body.replace("24000", "1") }],
  ["an old signature", signed(event, "whsec_new", secondsAgo(301))],
])("an event with %s is rejected (AMB-E09)", (_name, { body, signature }) => {
  expect(() => readWebhook(body, signature)).toThrow(WebhookSignatureError);
  expect(() => readWebhook(body, signature)).toThrow(
    expect.objectContaining({
      name: "WebhookSignatureError",
      message: "The webhook is not signed by Stripe, or was not signed recently",
      cause: expect.objectContaining({ type: "StripeSignatureVerificationError" }),
    }),
  );
});

test.each([
  ["just under five minutes ago", "fresh", -299, true],
  ["just under five minutes ahead", "fresh", 299, true],
  ["an hour ahead", "not fresh", 3_600, false],
  ["a year ahead", "not fresh", 365 * 24 * 3_600, false],
])("a signature from %s is %s (SE-10)", (_when, _state, seconds, fresh) => {
  const { signature } = signed(event, "whsec_new", secondsAgo(-seconds));
  expect(isFreshSignature(signature)).toBe(fresh);
});

test("a signature with two times is rejected, because Stripe’s library uses the last (SE-10)", () => {
  const { signature } = signed(event, "whsec_new", secondsAgo(-3_600));
  const now = Math.floor(Date.now() / 1_000);
  expect(isFreshSignature(`t=${now},${signature}`)).toBe(false);
  expect(isFreshSignature(`${signature},t=${now}`)).toBe(false);
});

test("an event from just under five minutes ago is accepted (AMB-E09)", () => {
  const { body, signature } = signed(event, "whsec_new", secondsAgo(290));
  expect(readWebhook(body, signature).id).toBe("evt_1");
});

test("an event of an unknown type is returned without its object", () => {
  const { body, signature } = signed({ ...event, type: "charge.refunded" }, "whsec_new");
  expect(readWebhook(body, signature)).not.toHaveProperty("payment_intent");
});

test("a signed body that is not an event is rejected", () => {
  const { body, signature } = signed({ hello: "world" }, "whsec_new");
  expect(() => readWebhook(body, signature)).toThrow(VendorError);
});

const session = {
  id: "cs_1",
  object: "checkout.session",
  url: null,
  status: "complete",
  payment_status: "paid",
  payment_intent: intent.id,
  client_reference_id: "o1",
  amount_total: 24_000,
  metadata: null,
};

test("reads the session of a checkout event (AMB-E11)", () => {
  const completed = { ...event, type: "checkout.session.completed", data: { object: session } };
  const { body, signature } = signed(completed, "whsec_new");
  const read = readWebhook(body, signature);
  expect(read).not.toHaveProperty("payment_intent");
  expect(read.checkout_session).toEqual({
    id: "cs_1",
    url: null,
    status: "complete",
    payment_status: "paid",
    payment_intent: intent.id,
    client_reference_id: "o1",
    amount_pence: 24_000,
    metadata: {},
  });
});

describe("malformed events (AMB-E09)", () => {
  const of = (type: string, object: unknown) => ({ ...event, type, data: { object } });
  test.each([
    ["no id", { ...event, id: "" }],
    ["the wrong object", { ...event, object: "account" }],
    ["a payment without an id", of("payment_intent.succeeded", { ...intent, id: "" })],
    ["a payment of the wrong type", of("payment_intent.succeeded", session)],
    ["half a penny", of("payment_intent.succeeded", { ...intent, amount: 0.5 })],
    ["half a penny received", of("payment_intent.succeeded", { ...intent, amount_received: 0.5 })],
    ["an unknown state", of("payment_intent.succeeded", { ...intent, status: "paid" })],
    ["a session without an id", of("checkout.session.expired", { ...session, id: "" })],
    ["a session of the wrong type", of("checkout.session.expired", intent)],
    ["half a penny in total", of("checkout.session.expired", { ...session, amount_total: 0.5 })],
    ["an unknown session status", of("checkout.session.expired", { ...session, status: "paid" })],
    [
      "an unknown payment status",
      of("checkout.session.expired", { ...session, payment_status: "open" }),
    ],
  ])("an event with %s is rejected", (_what, sent) => {
    const { body, signature } = signed(sent, "whsec_new");
    expect(() => readWebhook(body, signature)).toThrow(
      expect.objectContaining({ vendor: "stripe", kind: "bad_body" }),
    );
  });
});

test.each([
  "canceled",
  "processing",
  "requires_action",
  "requires_capture",
  "requires_confirmation",
  "requires_payment_method",
  "succeeded",
])("a payment with the status %s is accepted (E-017)", (status) => {
  const { body, signature } = signed(
    { ...event, data: { object: { ...intent, status } } },
    "whsec_new",
  );
  expect(readWebhook(body, signature).payment_intent).toMatchObject({ status });
});

test("reads why the last payment attempt failed, and accepts missing fields (E-017)", () => {
  const object = {
    ...intent,
    client_secret: null,
    customer: undefined,
    metadata: undefined,
    last_payment_error: { type: "card_error", message: "Your card has been declined." },
    created: 1_790_000_000,
  };
  const failed = { ...event, type: "payment_intent.payment_failed", data: { object } };
  const { body, signature } = signed(failed, "whsec_new");
  expect(readWebhook(body, signature).payment_intent).toEqual({
    id: intent.id,
    status: intent.status,
    amount_pence: 24_000,
    amount_received_pence: 0,
    currency: "gbp",
    client_secret: null,
    customer: null,
    metadata: {},
    last_error: "Your card has been declined.",
    livemode: false,
    created_at: new Date(1_790_000_000_000),
  });
});
