import { beforeEach, describe, expect, test } from "vitest";
import {
  cancelPaymentIntent,
  createCheckoutSession,
  createCustomer,
  createPaymentIntent,
  expireCheckoutSession,
  retrieveCheckoutSession,
  retrievePaymentIntent,
} from "#app/clients/stripe/client.server.ts";
import { running } from "#mocks/running-doubles.ts";
import { events } from "#mocks/stripe/objects.ts";
import { pay, resolveProcessing } from "#mocks/stripe/pay.ts";
import { useDoubles } from "#tests/support/doubles.ts";

const doubles = useDoubles();

const double = () => ({ state: doubles.state, ...running()!.world.stripe });
const typesOfEvents = async () => (await doubles.state.list(events)).map(({ event }) => event.type);

let customer = "";
beforeEach(async () => {
  customer = await createCustomer({
    email: "alex@example.com",
    name: "Alex Green",
    idempotency_key: "customer:1",
  });
});

const newPayment = (changes: { amount_pence?: number; idempotency_key?: string } = {}) =>
  createPaymentIntent({
    amount_pence: 24_000,
    customer,
    metadata: { order_id: "o1" },
    idempotency_key: "pi:o1",
    ...changes,
  });

test("creating a payment customer returns its Stripe id (E-009)", () => {
  expect(customer).toMatch(/^cus_/);
});

test("an answer without the new customer’s id throws “Stripe customer created without ID” (E-010)", async () => {
  const customer = { email: "no-id@example.com", name: "Alex", idempotency_key: "customer:2" };
  await expect(createCustomer(customer)).rejects.toThrow(/^Stripe customer created without ID$/);
});

describe("Stripe’s payment intents", () => {
  test("a payment intent is created in GBP with the amount in pence and a client secret (E-011)", async () => {
    expect(await newPayment()).toEqual({
      id: expect.stringMatching(/^pi_/),
      status: "requires_payment_method",
      amount_pence: 24_000,
      amount_received_pence: 0,
      currency: "gbp",
      client_secret: expect.stringMatching(/^pi_\w+_secret_/),
      customer,
      metadata: { order_id: "o1" },
      last_error: null,
      livemode: false,
      created_at: expect.any(Date),
    });
  });

  test("the same idempotency key returns the same payment, even in parallel (E-011)", async () => {
    const [first, second] = await Promise.allSettled([newPayment(), newPayment()]);
    const third = await newPayment();
    const answered = [first, second].flatMap((one) =>
      one.status === "fulfilled" ? [one.value] : [],
    );
    for (const intent of answered) expect(intent.id).toBe(third.id);
    expect(answered.length).toBeGreaterThan(0);
  });

  test("the same idempotency key with different parameters is rejected (E-011)", async () => {
    await newPayment();
    await expect(newPayment({ amount_pence: 1_000 })).rejects.toMatchObject({
      kind: "4xx",
      status: 400,
      code: "StripeIdempotencyError",
    });
  });

  test("a rejected request does not use up its idempotency key (E-011)", async () => {
    await expect(newPayment({ amount_pence: 29 })).rejects.toMatchObject({
      code: "amount_too_small",
    });
    expect(await newPayment({ amount_pence: 30 })).toMatchObject({ amount_pence: 30 });
  });

  test("an open payment can be cancelled only once", async () => {
    const { id } = await newPayment();
    expect(await cancelPaymentIntent(id)).toMatchObject({ status: "canceled" });
    await expect(cancelPaymentIntent(id)).rejects.toMatchObject({
      kind: "4xx",
      code: "payment_intent_unexpected_state",
      permanent: true,
    });
    expect(await typesOfEvents()).toEqual(["payment_intent.canceled"]);
  });

  test("retrieving a payment that does not exist throws a 404", async () => {
    await expect(retrievePaymentIntent("pi_none")).rejects.toMatchObject({
      kind: "4xx",
      status: 404,
      code: "resource_missing",
    });
  });
});

describe("Stripe’s test cards", () => {
  const card = (number: string) => ({ number, expiry: "12/40", cvc: "123" });

  test.each([
    ["4242 4242 4242 4242", "succeeded", null, "payment_intent.succeeded"],
    [
      "4000 0000 0000 0002",
      "requires_payment_method",
      "Your card has been declined.",
      "payment_intent.payment_failed",
    ],
    [
      "4000 0000 0000 9995",
      "requires_payment_method",
      "Your card has insufficient funds.",
      "payment_intent.payment_failed",
    ],
    ["4000 0000 0000 3220", "requires_action", null, "payment_intent.requires_action"],
    ["4000 0000 0000 0077", "processing", null, "payment_intent.processing"],
  ])(
    "the test card %s gives a payment its documented status, %s (E-017)",
    async (number, status, last_error, type) => {
      const { id: intent_id } = await newPayment();
      await pay(double(), { intent_id, card: card(number), return_url: "http://localhost:3000/" });
      expect(await retrievePaymentIntent(intent_id)).toMatchObject({
        status,
        last_error,
        amount_received_pence: status === "succeeded" ? 24_000 : 0,
      });
      expect(await typesOfEvents()).toEqual([type]);
    },
  );
});

describe("Stripe’s checkout sessions", () => {
  const newSession = () =>
    createCheckoutSession({
      amount_pence: 24_000,
      name: "Seller's pack",
      customer,
      client_reference_id: "o1",
      metadata: { order_id: "o1" },
      success_url: "http://localhost:3000/sell/payment-success?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: "http://localhost:3000/sell/payment",
      idempotency_key: "cs:o1",
    });

  test("a session is created with its own page and no payment", async () => {
    const session = await newSession();
    expect(session).toEqual({
      id: expect.stringMatching(/^cs_test_/),
      url: `http://localhost:3000/mocks/stripe/checkout/${session.id}`,
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      client_reference_id: "o1",
      amount_pence: 24_000,
      metadata: { order_id: "o1" },
    });
    expect(await retrieveCheckoutSession(session.id)).toEqual(session);
  });

  test("an open session can be closed only once", async () => {
    const { id } = await newSession();
    expect(await expireCheckoutSession(id)).toMatchObject({ status: "expired", url: null });
    await expect(expireCheckoutSession(id)).rejects.toMatchObject({ kind: "4xx" });
  });
});

test("a payment that is processing at Stripe can succeed later", async () => {
  const { id: intent_id } = await newPayment();
  const card = { number: "4000000000000077", expiry: "12/40", cvc: "123" };
  await pay(double(), { intent_id, card, return_url: "http://localhost:3000/" });
  await resolveProcessing(double(), intent_id, "succeed");
  expect(await retrievePaymentIntent(intent_id)).toMatchObject({ status: "succeeded" });
  expect(await typesOfEvents()).toEqual(["payment_intent.succeeded", "payment_intent.processing"]);
});
