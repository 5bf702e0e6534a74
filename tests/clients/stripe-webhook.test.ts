import { expect, test, vi } from "vitest";
import { newIntent } from "#mocks/stripe/objects.ts";
import { signed } from "#mocks/stripe/webhooks.ts";

vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_1");
vi.stubEnv("STRIPE_PUBLISHABLE_KEY", "pk_test_1");
vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_new,whsec_old");
const { readWebhook, WebhookSignatureError } = await import("#app/clients/stripe.server.ts");
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

test.each(["whsec_new", "whsec_old"])("an event signed with %s is read", (secret) => {
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
  ["another secret", signed(event, "whsec_another")],
  ["no header", { ...good, signature: null }],
  ["an empty header", { ...good, signature: "" }],
  ["another body", { ...good, body: good.body.replace("24000", "1") }],
  ["an old copy", signed(event, "whsec_new", secondsAgo(301))],
])("AMB-E09 %s is refused", (_name, { body, signature }) => {
  expect(() => readWebhook(body, signature)).toThrow(WebhookSignatureError);
});

test("AMB-E09 an event of just under five minutes ago is read", () => {
  const { body, signature } = signed(event, "whsec_new", secondsAgo(290));
  expect(readWebhook(body, signature).id).toBe("evt_1");
});

test("an event of a type that we do not know is read without its object", () => {
  const { body, signature } = signed({ ...event, type: "charge.refunded" }, "whsec_new");
  expect(readWebhook(body, signature)).not.toHaveProperty("payment_intent");
});

test("what is signed and yet not an event is nonsense of Stripe's", () => {
  const { body, signature } = signed({ hello: "world" }, "whsec_new");
  expect(() => readWebhook(body, signature)).toThrow(VendorError);
});
