import { beforeEach, describe, expect, test } from "vitest";
import {
  createCheckoutSession,
  createCustomer,
  createPaymentIntent,
  retrieveCheckoutSession,
  retrievePaymentIntent,
} from "#app/clients/stripe/client.server.ts";
import { running } from "#mocks/running-doubles.ts";
import { events } from "#mocks/stripe/objects.ts";
import { stripePage } from "#mocks/stripe/pages.ts";
import { cardErrorOf } from "#mocks/stripe/pay.ts";
import { useDoubles } from "#tests/support/doubles.ts";

const doubles = useDoubles();
const site = "http://localhost:3000";

function browse(path: string, form?: Record<string, string>) {
  const url = path.startsWith("http") ? path : `${site}${path}`;
  const init = form && { method: "POST", body: new URLSearchParams(form) };
  return stripePage({ state: doubles.state, ...running()!.world.stripe }, new Request(url, init));
}

const card = (number: string) => ({ number, expiry: "12/40", cvc: "123" });
const typesOfEvents = async () => (await doubles.state.list(events)).map(({ event }) => event.type);

let customer = "";
beforeEach(async () => {
  customer = await createCustomer({ email: "a@example.com", name: "A", idempotency_key: "c" });
});

describe("the double of Stripe’s checkout page", () => {
  const open = () =>
    createCheckoutSession({
      amount_pence: 24_000,
      name: "Seller's <pack>",
      customer,
      client_reference_id: "o1",
      metadata: { order_id: "o1" },
      success_url: `${site}/sell/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${site}/sell/payment`,
      idempotency_key: "cs",
    });

  test("the checkout page shows the order in a plain form, and redirects to our site with the session’s id (E-012)", async () => {
    const session = await open();
    const page = await (await browse(session.url!)).text();
    expect(page).toContain("Seller&#39;s &#60;pack&#62;");
    expect(page).toContain("£240.00");
    expect(page).not.toContain("<script");

    const paid = await browse(session.url!, card("4242424242424242"));
    expect(paid.status).toBe(303);
    expect(paid.headers.get("location")).toBe(
      `${site}/sell/payment-success?session_id=${session.id}`,
    );
    const complete = await retrieveCheckoutSession(session.id);
    expect(complete).toMatchObject({ status: "complete", payment_status: "paid" });
    expect(await retrievePaymentIntent(complete.payment_intent!)).toMatchObject({
      status: "succeeded",
      amount_received_pence: 24_000,
      metadata: { order_id: "o1" },
    });
    expect(await typesOfEvents()).toEqual([
      "checkout.session.completed",
      "payment_intent.succeeded",
    ]);
  });

  test("the checkout page accepts a second card for the same payment after the first was declined", async () => {
    const session = await open();
    const declined = await browse(session.url!, card("4000000000000002"));
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain("Your card has been declined.");
    const first = (await retrieveCheckoutSession(session.id)).payment_intent;
    await browse(session.url!, card("4242424242424242"));
    expect(await retrieveCheckoutSession(session.id)).toMatchObject({
      status: "complete",
      payment_intent: first,
    });
  });

  test.each([
    ["complete", "complete", "paid"],
    ["fail", "open", "unpaid"],
  ])(
    "the answer “%s” to 3D Secure leaves the checkout session %s and its payment %s",
    async (answer, status, payment_status) => {
      const session = await open();
      const asked = await browse(session.url!, card("4000000000003220"));
      const challenge = asked.headers.get("location")!;
      expect(await (await browse(challenge)).text()).toContain("Complete authentication");
      const back = await browse(challenge, { answer });
      await browse(back.headers.get("location")!);
      expect(await retrieveCheckoutSession(session.id)).toMatchObject({ status, payment_status });
    },
  );

  test("the checkout page accepts a different card after an abandoned 3D Secure", async () => {
    const session = await open();
    await browse(session.url!, card("4000000000003220"));
    const paid = await browse(session.url!, card("4000000000000077"));
    expect(paid.headers.get("location")).toContain("/sell/payment-success?");
  });

  test("the checkout session is complete but unpaid while a card payment is processing", async () => {
    const session = await open();
    await browse(session.url!, card("4000000000000077"));
    expect(await retrieveCheckoutSession(session.id)).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
    });
  });

  test("the checkout page redirects a visitor who opens it again after paying", async () => {
    const session = await open();
    await browse(session.url!, card("4242424242424242"));
    expect((await browse(session.url!)).status).toBe(303);
  });
});

describe("the double of Stripe’s script", () => {
  const return_url = `${site}/sell/payment-success`;
  const start = () =>
    createPaymentIntent({ amount_pence: 24_000, customer, metadata: {}, idempotency_key: "pi" });

  test("confirming a payment returns the payment and a return URL with the payment’s status (E-012)", async () => {
    const { id, client_secret } = await start();
    const form = { ...card("4242424242424242"), client_secret: client_secret!, return_url };
    const answer: unknown = await (await browse("/mocks/stripe/confirm", form)).json();
    expect(answer).toMatchObject({
      payment_intent: { id, status: "succeeded" },
      redirect: null,
      return_url: `${return_url}?payment_intent=${id}&payment_intent_client_secret=${client_secret}&redirect_status=succeeded`,
    });
    expect(answer).not.toHaveProperty("payment_intent.customer");
  });

  test("confirming a payment with a card that is declined returns a card error (E-015)", async () => {
    const { client_secret } = await start();
    const form = { ...card("4000000000000002"), client_secret: client_secret!, return_url };
    expect(await (await browse("/mocks/stripe/confirm", form)).json()).toMatchObject({
      error: { type: "card_error", code: "card_declined", message: "Your card has been declined." },
    });
  });

  test("confirming a payment with a wrong client secret gets a 404, and the payment stays open", async () => {
    const { id } = await start();
    const form = { ...card("4242424242424242"), client_secret: `${id}_secret_guess`, return_url };
    expect((await browse("/mocks/stripe/confirm", form)).status).toBe(404);
    expect(await retrievePaymentIntent(id)).toMatchObject({ status: "requires_payment_method" });
  });

  test("Stripe’s script in the double is served as JavaScript", async () => {
    const script = await browse("/mocks/stripe/script");
    expect(script.headers.get("content-type")).toMatch(/^text\/javascript/);
    expect(await script.text()).toContain("window.Stripe = Stripe");
  });
});

test.each([
  ["4242", "12/40", "123", "Your card number is incomplete."],
  ["4242424242424241", "12/40", "123", "Your card number is invalid."],
  ["4242424242424242", "13/40", "123", "Your card's expiration date is incomplete."],
  ["4242424242424242", "10/26", "123", "Your card's expiration date is in the past."],
  ["4242424242424242", "12/40", "1", "Your card's security code is incomplete."],
  ["4242 4242 4242 4242", "11 / 26", "1234", undefined],
])("cardErrorOf(%s, %s, %s) has the message %j", (number, expiry, cvc, message) => {
  expect(cardErrorOf({ number, expiry, cvc }, new Date(2026, 10, 21))?.message).toBe(message);
});
