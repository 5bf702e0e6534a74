import { describe, expect, test, vi } from "vitest";
import { startCardPayment, startHostedPayment } from "#app/domain/payments/start-payment.server.ts";
import { readOrder } from "#app/domain/payments/orders.server.ts";
import {
  checkoutPayment,
  syncOrderPayment,
  syncPayment,
} from "#app/domain/payments/sync-payment.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { type PaymentIntent, sessions } from "#mocks/stripe/objects.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { changeIntent, orderRow, sellerAtPayment } from "#tests/support/payments.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

async function sellerWhoPays(change: Partial<PaymentIntent>) {
  const { sale } = await sellerAtPayment(db);
  await startCardPayment(db, sale);
  const payment_intent = (await orderRow(db, sale)).stripe_transaction_id ?? "";
  await changeIntent(state, payment_intent, change);
  return { sale, payment_intent };
}

const paid = { status: "succeeded", amount_received: 24_000 } as const;

describe("ids that are looked up at Stripe (E-022)", () => {
  test.each([
    ["pi_", "not looked up", false],
    ["pi_1", "looked up", true],
    ["api_1", "not looked up", false],
    ["pi_1/../customers", "not looked up", false],
    ["pi_1\n", "not looked up", false],
    ["cs_1", "not looked up", false],
    ["", "not looked up", false],
    [`pi_${"a".repeat(100)}`, "looked up", true],
    [`pi_${"a".repeat(101)}`, "not looked up", false],
  ])("the payment id %j is %s at Stripe", async (payment_intent, _state, isAsked) => {
    const { sale } = await sellerAtPayment(db);
    const asked = vi.spyOn(globalThis, "fetch");
    const { seller_id } = sale;
    expect(await syncPayment(db, { payment_intent, seller_id })).toBeNull();
    expect(asked.mock.calls.length > 0).toBe(isAsked);
  });

  test.each([
    ["cs_", "not looked up", false],
    ["cs_test_1", "looked up", true],
    ["acs_1", "not looked up", false],
    ["cs_1/expire", "not looked up", false],
    ["cs_1\n", "not looked up", false],
    ["pi_1", "not looked up", false],
    [`cs_${"a".repeat(200)}`, "looked up", true],
    [`cs_${"a".repeat(201)}`, "not looked up", false],
  ])("the checkout session id %j is %s at Stripe", async (session_id, _state, isAsked) => {
    const { sale } = await sellerAtPayment(db);
    const asked = vi.spyOn(globalThis, "fetch");
    const { seller_id } = sale;
    expect(await checkoutPayment(db, { session_id, seller_id })).toBeNull();
    expect(asked.mock.calls.length > 0).toBe(isAsked);
  });
});

describe("the outcome of a payment (E-022, AMB-E06)", () => {
  test.each([
    ["succeeded", "succeeded", paid],
    ["processing", "processing", { status: "processing" }],
    ["declined", "requires_payment_method", { status: "requires_payment_method" }],
    ["of a different amount", "review", { ...paid, amount_received: 100 }],
  ] as const)(
    "the outcome of a payment that is %s at Stripe is %s",
    async (_what, expected, change) => {
      const { sale, payment_intent } = await sellerWhoPays(change);
      const { transaction_id, seller_id } = sale;
      const settled = { transaction_id, state: expected };
      expect(await syncPayment(db, { payment_intent, seller_id })).toEqual(settled);
      expect(await syncPayment(db, { payment_intent, seller_id })).toEqual(settled);
    },
  );

  test("the outcome of a payment is hidden from other customers, before and after it is recorded", async () => {
    const { sale, payment_intent } = await sellerWhoPays(paid);
    const { seller_id } = (await sellerAtPayment(db)).sale;
    expect(await syncPayment(db, { payment_intent, seller_id })).toBeNull();
    expect((await orderRow(db, sale)).paid_at).toBeNull();
    await syncPayment(db, { payment_intent, seller_id: sale.seller_id });
    expect((await orderRow(db, sale)).paid_at).not.toBeNull();
    expect(await syncPayment(db, { payment_intent, seller_id })).toBeNull();
  });

  test("the outcome of a payment without an order id is null", async () => {
    const { sale, payment_intent } = await sellerWhoPays({ ...paid, metadata: {} });
    const { seller_id } = sale;
    expect(await syncPayment(db, { payment_intent, seller_id })).toBeNull();
  });
});

describe("the payment of a checkout session (AMB-E11)", () => {
  const urls = { success: "http://localhost:3000/s", cancel: "http://localhost:3000/c" };

  test("the payment of a checkout session is returned to its seller once it exists", async () => {
    const { sale } = await sellerAtPayment(db);
    await startHostedPayment(db, sale, urls);
    const session_id = (await orderRow(db, sale)).stripe_checkout_session_id ?? "";
    const asked = { session_id, seller_id: sale.seller_id };
    expect(await checkoutPayment(db, asked)).toBeNull();
    const record = await state.get(sessions, session_id);
    if (!record) throw new Error("no page");
    const session = { ...record.session, payment_intent: "pi_behind" };
    await state.put(sessions, session_id, { ...record, session });
    expect(await checkoutPayment(db, asked)).toBe("pi_behind");
    const other = await sellerAtPayment(db);
    expect(await checkoutPayment(db, { ...asked, seller_id: other.sale.seller_id })).toBeNull();
  });
});

describe("the state on the payment page (E-023 to E-026)", () => {
  const stateOf = async (
    sale: { transaction_id: string; seller_id: ReaderId },
    named: string | null,
    change: object = {},
  ) =>
    syncOrderPayment(
      db,
      { ...(await readOrder(db, sale)), ...change },
      { named, seller_id: sale.seller_id },
    );

  test("the state on the payment page is that of the payment in the URL", async () => {
    const { sale, payment_intent } = await sellerWhoPays({ status: "processing" });
    expect(await stateOf(sale, payment_intent)).toBe("processing");
  });

  test("the state on the payment page is that of a processing payment if the URL names none", async () => {
    const { sale } = await sellerWhoPays({ status: "processing" });
    expect(await stateOf(sale, null)).toBeNull();
    expect(await stateOf(sale, null, { stripe_transaction_status: "processing" })).toBe(
      "processing",
    );
  });

  test("the state on the payment page ignores a payment for another sale", async () => {
    const { payment_intent, sale } = await sellerWhoPays({ status: "processing" });
    expect(await stateOf(sale, payment_intent, { transaction_id: "another" })).toBeNull();
  });

  test("the state on the payment page is “review” while a payment is under review and the order is unpaid", async () => {
    const { sale } = await sellerWhoPays({});
    const change = { review: "amount_mismatch" };
    expect(await stateOf(sale, null, change)).toBe("review");
    expect(await stateOf(sale, null, { ...change, paid_at: new Date() })).toBeNull();
  });
});
