import { beforeEach, describe, expect, test, vi } from "vitest";
import { createPaymentIntent, retrievePaymentIntent } from "#app/clients/stripe/client.server.ts";
import { startCardPayment, startHostedPayment } from "#app/domain/payments/start-payment.server.ts";
import { readOrder } from "#app/domain/payments/orders.server.ts";
import { receiveStripeEvent, recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import {
  closeResolvedReviews,
  flagForReview,
} from "#app/domain/payments/payment-reviews.server.ts";
import { inTransaction } from "#db/connection.ts";
import { running } from "#mocks/running-doubles.ts";
import { dispute, refund } from "#mocks/stripe/refunds-and-disputes.ts";
import { disputes, intents, refunds } from "#mocks/stripe/objects.ts";
import { pay } from "#mocks/stripe/pay.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { changeIntent, intentFor, orderRow, sellerAtPayment } from "#tests/support/payments.ts";

type Ids = { order_id: string; transaction_id: string };

const { db } = useTestDatabase();
const { state } = useDoubles();
beforeEach(() => emptyTables(db));

const HOUR = 60 * 60 * 1_000;
const later = (hours: number) => new Date(Date.now() + hours * HOUR);
const double = () => ({ state, ...running()!.world.stripe });
const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
const urls = { success: "http://localhost:3000/yes", cancel: "http://localhost:3000/no" };

const findings = () =>
  db
    .selectFrom("payment_reviews")
    .select(["reason", "stripe_transaction_id as id", "closed_at", "stripe_status", "amount_pence"])
    .orderBy("created_at")
    .execute();

const reasons = async () => (await findings()).map(({ reason }) => reason);

describe("a payment that matches at Stripe and here (AMB-E09)", () => {
  test("reports nothing about a payment that is paid both at Stripe and here", async () => {
    await payAndDeliver();
    await sellerAtPayment(db);
    expect(await reconcilePayments(db, later(2))).toEqual({ compared: 1, found: 0, gone: 0 });
    expect(await findings()).toEqual([]);
    expect(await countEmails()).toBe(0);
  });

  test("reports nothing about a payment in its first hour, while its webhook may still arrive", async () => {
    await payAtStripe();
    await reconcilePayments(db, later(0.9));
    expect(await findings()).toEqual([]);
    await reconcilePayments(db, later(1.1));
    expect(await reasons()).toEqual(["paid_there_only"]);
  });

  test("reports nothing about a payment for a different business in the same Stripe account", async () => {
    const { id } = await createPaymentIntent({
      amount_pence: 5_000,
      customer: await aCustomer(),
      metadata: { invoice: "7" },
      idempotency_key: "invoice-7",
    });
    await pay(double(), { intent_id: id, card, return_url: urls.success });
    await reconcilePayments(db, later(2));
    expect(await findings()).toEqual([]);
  });
});

async function aCustomer() {
  const { createCustomer } = await import("#app/clients/stripe/client.server.ts");
  return createCustomer({ email: "a@example.test", name: "A", idempotency_key: "customer" });
}

describe("a payment that differs (AMB-E09)", () => {
  test("reports a payment that is paid only at Stripe, emails the team once, and closes the finding when the webhook arrives", async () => {
    const { sale, id } = await payAtStripe();
    for (const expected of [
      { compared: 1, found: 1, gone: 0 },
      { compared: 1, found: 0, gone: 0 },
    ]) {
      expect(await reconcilePayments(db, later(2))).toEqual(expected);
      expect(await findings()).toMatchObject([
        {
          reason: "paid_there_only",
          id,
          closed_at: null,
          stripe_status: "succeeded",
          amount_pence: 24_000,
        },
      ]);
      expect(await countEmails()).toBe(1);
    }
    expect(await orderRow(db, sale)).toMatchObject({ paid_at: null, review: null });
    await deliverWebhook(id);
    expect(await reconcilePayments(db, later(2))).toMatchObject({ found: 0, gone: 1 });
    expect(await findings()).toMatchObject([{ closed_at: expect.any(Date) }]);
    expect(await countEmails()).toBe(1);
  });

  test("reports a difference again if it recurs after its finding was closed", async () => {
    const { id } = await payAndDeliver();
    await changeIntent(state, id, { status: "processing" });
    await reconcilePayments(db, later(2));
    await changeIntent(state, id, { status: "succeeded" });
    await reconcilePayments(db, later(2));
    await changeIntent(state, id, { status: "processing" });
    await reconcilePayments(db, later(2));
    expect((await findings()).map(({ closed_at }) => closed_at === null)).toEqual([false, true]);
    expect(await countEmails()).toBe(2);
  });

  test("closes the outdated findings about a payment, except those that staff have resolved", async () => {
    const { sale } = await sellerAtPayment(db);
    const { order_id, transaction_id } = (await intentFor(db, sale)).metadata as Ids;
    const of = { order_id, transaction_id, amount_pence: 1, currency: "gbp" };
    for (const [stripe_transaction_id, reason] of [
      ["pi_one", "amount_mismatch"],
      ["pi_one", "refunded"],
      ["pi_one", "disputed"],
      ["pi_one", "sum_differs"],
      ["pi_other", "refunded"],
    ] as const) {
      const found = { ...of, stripe_transaction_id, reason, stripe_status: "succeeded" };
      await flagForReview(db, found);
    }
    await db
      .updateTable("payment_reviews")
      .set({ dealt_with_at: new Date(), note: "Known", dealt_with_by: sale.seller_id })
      .where("reason", "=", "sum_differs")
      .execute();
    expect(await closeResolvedReviews(db, "pi_one", "disputed")).toBe(1);
    const closed = (await findings()).filter(({ closed_at }) => closed_at);
    expect(closed).toMatchObject([{ id: "pi_one", reason: "refunded" }]);
    expect(await closeResolvedReviews(db, "pi_one", null)).toBe(1);
  });

  test("does not report a difference again after staff have resolved it", async () => {
    const { id } = await payAtStripe();
    await reconcilePayments(db, later(2));
    const { id: admin } = await db
      .insertInto("users")
      .values({
        email: "ada@fanlight.example",
        first_name: "Ada",
        last_name: "Marsh",
        type: "admin",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("payment_reviews")
      .set({ note: "Paid by cheque", dealt_with_at: new Date(), dealt_with_by: admin })
      .execute();
    expect(await reconcilePayments(db, later(2))).toMatchObject({ found: 0, gone: 0 });
    expect(await findings()).toMatchObject([{ id, closed_at: null }]);
    expect(await countEmails()).toBe(1);
  });

  test("reports fifty out of fifty payments for unknown orders, over several pages of Stripe's list", async () => {
    const customer = await aCustomer();
    for (let number = 0; number < 120; number++) {
      const { id } = await createPaymentIntent({
        amount_pence: 24_000,
        customer,
        metadata: number < 50 ? { order_id: "f".repeat(24) } : {},
        idempotency_key: `stray-${number}`,
      });
      await pay(double(), { intent_id: id, card, return_url: urls.success });
    }
    expect(await reconcilePayments(db, later(2))).toMatchObject({ compared: 120, found: 50 });
    expect(new Set(await reasons())).toEqual(new Set(["unknown_order"]));
    expect(await countEmails()).toBe(50);
  });

  test("reports a payment that is paid here but unknown at Stripe", async () => {
    const { sale, id } = await payAndDeliver();
    await state.delete(intents, id);
    const { charges } = await import("#mocks/stripe/objects.ts");
    for (const charge of await state.list(charges)) await state.delete(charges, charge.id);
    await reconcilePayments(db, later(2));
    expect(await findings()).toMatchObject([
      { reason: "paid_here_only", id, stripe_status: "missing" },
    ]);
    expect(await orderRow(db, sale)).toMatchObject({ paid_at: expect.any(Date) });
  });

  test("reports a payment whose amount differs from its order's", async () => {
    const { id } = await payAndDeliver();
    await changeIntent(state, id, { amount_received: 20_000 });
    await reconcilePayments(db, later(2));
    expect(await findings()).toMatchObject([{ reason: "sum_differs", amount_pence: 20_000 }]);
  });

  test("stores the date of a refund from Stripe's refund event, and removes it if the refund fails", async () => {
    const { sale, id } = await payAtStripe();
    await deliverWebhook(id);
    const made = await refund(double(), id);
    const event = {
      id: "evt_refund",
      type: "refund.created",
      created_at: new Date(),
      livemode: false,
    };
    for (let told = 0; told < 2; told++) {
      await receiveStripeEvent(db, { ...event, refund_id: made!.id });
    }
    expect(await readOrder(db, sale)).toMatchObject({
      refunded_pence: 24_000,
      refunded_at: new Date(made!.created * 1_000),
    });
    await state.put(refunds, made!.id, { ...made!, status: "failed" });
    await receiveStripeEvent(db, { ...event, id: "evt_failed", refund_id: made!.id });
    expect(await readOrder(db, sale)).toMatchObject({ refunded_pence: null, refunded_at: null });
  });

  test("reports a refund or a dispute, and closes the finding if the refund fails or the dispute is won", async () => {
    const one = await payAndDeliver();
    const other = await payAndDeliver();
    const given = await refund(double(), one.id);
    const asked = await dispute(double(), other.id);
    await reconcilePayments(db, later(2));
    expect(await findings()).toMatchObject([
      { reason: "refunded", id: given!.id, amount_pence: 24_000 },
      { reason: "disputed", id: asked!.id, stripe_status: "needs_response" },
    ]);
    await state.put(disputes, asked!.id, { ...asked!, status: "won" });
    await state.put(refunds, given!.id, { ...given!, status: "failed" });
    expect(await reconcilePayments(db, later(2))).toMatchObject({ gone: 2 });
  });

  test("reports a payment only after it has been processing for three days", async () => {
    const { sale } = await sellerAtPayment(db);
    const { client_secret } = await startCardPayment(db, sale);
    const intent_id = client_secret.split("_secret_")[0] ?? "";
    await pay(double(), {
      intent_id,
      card: { ...card, number: "4000000000000077" },
      return_url: urls.success,
    });
    await deliverWebhook(intent_id);
    await reconcilePayments(db, later(71));
    expect(await findings()).toEqual([]);
    await reconcilePayments(db, later(24 * 30));
    expect(await reasons()).toEqual(["still_processing"]);
  });

  test("reports a checkout page that is still open for a paid order", async () => {
    const { sale } = await sellerAtPayment(db);
    await startHostedPayment(db, sale, urls);
    await db
      .updateTable("orders")
      .set({ paid_at: new Date(), stripe_transaction_status: "succeeded", payment_type: "invoice" })
      .execute();
    await reconcilePayments(db, later(2));
    expect(await findings()).toMatchObject([
      { reason: "still_open", id: expect.stringMatching(/^cs_/) },
    ]);
  });

  test("does not report a payment again if it was flagged for review on arrival", async () => {
    const { sale, id } = await payAtStripe();
    const intent = await retrievePaymentIntent(id);
    await db
      .updateTable("orders")
      .set({
        stripe_transaction_id: "pi_first",
        paid_at: new Date(),
        stripe_transaction_status: "succeeded",
        payment_type: "invoice",
      })
      .where("transaction_id", "=", sale.transaction_id)
      .execute();
    await inTransaction(db, (trx) => recordPayment(trx, intent));
    await reconcilePayments(db, later(2));
    expect(await reasons()).toEqual(["paid_twice"]);
    expect(await countEmails()).toBe(1);
  });
});

describe("a running comparison with Stripe (AMB-E09)", () => {
  test("reports each finding once when two comparisons with Stripe run concurrently", async () => {
    for (let seller = 0; seller < 5; seller++) await payAtStripe();
    const [one, other] = await Promise.all([
      reconcilePayments(db, later(2)),
      reconcilePayments(db, later(2)),
    ]);
    expect(one.found + other.found).toBe(5);
    expect(await reasons()).toHaveLength(5);
    expect(await countEmails()).toBe(5);
  });

  test("reports no difference for a payment whose webhook arrives during the comparison", async () => {
    const { id } = await payAtStripe();
    const real = globalThis.fetch;
    let told = false;
    // The webhook arrives between the first comparison and the second, which requests this payment.
    vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
      const url = input instanceof Request ? input.url : String(input);
      if (url.endsWith(`/payment_intents/${id}`) && !told) {
        told = true;
        await deliverWebhook(id);
      }
      return real(input, init);
    });
    await reconcilePayments(db, later(2));
    vi.unstubAllGlobals();
    expect(told).toBe(true);
    expect(await findings()).toEqual([]);
  });
});

async function payAtStripe() {
  const { sale } = await sellerAtPayment(db);
  const { client_secret } = await startCardPayment(db, sale);
  const id = client_secret.split("_secret_")[0] ?? "";
  await pay(double(), { intent_id: id, card, return_url: urls.success });
  return { sale, id };
}

async function deliverWebhook(id: string) {
  const intent = await retrievePaymentIntent(id);
  await inTransaction(db, (trx) => recordPayment(trx, intent));
}

async function payAndDeliver() {
  const paid = await payAtStripe();
  await deliverWebhook(paid.id);
  return paid;
}

async function countEmails() {
  const rows = await db
    .selectFrom("email_log")
    .select("id")
    .where("name", "=", "payment_review")
    .where("recipient", "=", "team@fanlight.example")
    .execute();
  return rows.length;
}
