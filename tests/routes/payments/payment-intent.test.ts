import { describe, expect, test, vi } from "vitest";
import { pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { action } from "#app/routes/sell/payment-intent.ts";
import { setFault } from "#mocks/faults.ts";
import { intents } from "#mocks/stripe/objects.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import {
  changeIntent,
  orderRow,
  sellerAtPayment,
  type AtPayment,
} from "#tests/support/payments.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { post } from "#tests/support/call-route.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

const path = "/sell/payment/intent";
const ask = ({ cookie, sale }: AtPayment, fields: Record<string, string> = {}) =>
  post(action, fields, { cookie, path: `${path}?sale=${sale.transaction_id}` });

test("the payment intent has the order’s total, and ignores amounts and ids in the request (E-011 E-013 X-020 X-021)", async () => {
  const seller = await sellerAtPayment(db);
  const other = await sellerAtPayment(db);
  const answer = await ask(seller, {
    transactionId: other.sale.transaction_id,
    totalOrderAmount: "1",
    stripeCustomerId: "cus_of_somebody",
    products: '[{"product_name":"Service fee","product_price":1}]',
  });
  const [intent, ...others] = await state.list(intents);
  expect(others).toEqual([]);
  expect(answer.data).toEqual({ clientSecret: intent?.client_secret, totalAmount: 24_000 });
  expect(intent).toMatchObject({
    amount: 24_000,
    metadata: { transaction_id: seller.sale.transaction_id },
  });
  expect(intent?.customer).not.toBe("cus_of_somebody");
});

test("a payment intent request answers 404 for another person’s sale and 401 without a session", async () => {
  const seller = await sellerAtPayment(db);
  const other = await sellerAtPayment(db);
  const { status } = await ask(seller, { transaction_id: other.sale.transaction_id });
  expect(status).toBe(404);
  expect((await post(action, {}, { path })).status).toBe(401);
  expect(await state.list(intents)).toEqual([]);
});

test("a payment intent request without a sale redirects to the payment page (AMB-A07)", async () => {
  const { cookie } = await sellerAtPayment(db);
  expect((await post(action, {}, { cookie, path })).location).toBe("/sell/payment");
  expect(await state.list(intents)).toEqual([]);
});

test("a payment intent request for a paid sale answers 409, so that the page reloads", async () => {
  const seller = await sellerAtPayment(db);
  await ask(seller);
  const [intent] = await state.list(intents);
  await changeIntent(state, intent?.id ?? "", { status: "succeeded", amount_received: 24_000 });
  expect((await ask(seller)).status).toBe(409);
  expect((await orderRow(db, seller.sale)).paid_at).not.toBeNull();
});

describe("Stripe failures when starting a card payment (E-010 E-014 E-016)", () => {
  test.each(["down", "nonsense", "reset"] as const)(
    "starting a card payment answers 500 if Stripe’s fault is “%s”, and a retry succeeds",
    async (fault) => {
      expectError(/starting a card payment/);
      const seller = await sellerAtPayment(db);
      await setFault(state, "stripe", fault);
      expect(await ask(seller)).toMatchObject({
        status: 500,
        data: { message: "An unexpected error occurred." },
      });
      await setFault(state, "stripe", "none");
      expect((await ask(seller)).status).toBe(200);
    },
  );

  test("a Stripe customer without an id is logged, and the seller sees only the general error (WF-25.3)", async () => {
    const seller = await sellerAtPayment(db);
    expectError(/Stripe customer created without ID/);
    vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ object: "customer" }));
    expect(await ask(seller)).toMatchObject({
      status: 500,
      data: { message: "An unexpected error occurred." },
    });
  });
});

test("a payment intent request answers 500 and starts no payment if the terms cannot be recorded (AMB-C10)", async () => {
  expectError(/recording terms before a payment/);
  const seller = await sellerAtPayment(db, { terms: false });
  await pendingSellerTerms.keep(db, seller.sale);
  const mend = await breakWrites(db, "transactions");
  const answer = await ask(seller);
  await mend();
  expect(answer).toMatchObject({
    status: 500,
    data: { message: "There was an error. Please contact support at support@fanlight.example" },
  });
  expect(await state.list(intents)).toEqual([]);
});
