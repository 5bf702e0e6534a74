import { expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { action as searches } from "#app/routes/webhooks/searches.ts";
import { action as stripe } from "#app/routes/webhooks/stripe.ts";
import { action as thirdfort } from "#app/routes/webhooks/thirdfort.ts";
import { newIntent } from "#mocks/stripe/objects.ts";
import { signed } from "#mocks/stripe/webhooks.ts";
import { signedWebhook } from "#mocks/thirdfort/transactions.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { intentFor, orderRow, sellerAtPayment } from "#tests/support/payments.ts";
import { beRestored } from "#tests/support/restored.ts";
import { insertSearchOrder, push } from "#tests/support/searches.ts";

/** What vendors tell of orders that a restored database may have lost. */

const { db } = useTestDatabase();
useDoubles();

const LOST = "0123456789abcdef01234567";

function told(metadata: Record<string, string>) {
  const intent = newIntent({
    amount: 24_000,
    currency: "gbp",
    customer: null,
    description: null,
    receipt_email: null,
    metadata,
  });
  const event = {
    id: `evt_${crypto.randomUUID()}`,
    object: "event",
    type: "payment_intent.succeeded",
    created: 1_700_000_000,
    livemode: false,
    data: { object: { ...intent, status: "succeeded", amount_received: 24_000 } },
  };
  return signed(event, env.STRIPE_WEBHOOK_SECRET[0]);
}

function post(
  action: typeof stripe,
  { body, headers = {} }: { body: string; headers?: Record<string, string> },
) {
  const request = new Request("http://localhost/webhooks", { method: "POST", body, headers });
  return action({ request, params: {}, context: {} });
}

const payment = (metadata: Record<string, string>) => {
  const { body, signature } = told(metadata);
  return { body, headers: { "Stripe-Signature": signature } };
};

const change = () => {
  const { body, signature } = signedWebhook("th_lost", env.THIRDFORT_WEBHOOK_SECRET[0]);
  return { body, headers: { "X-Thirdfort-Signature": signature } };
};

const result = (reference?: string) => ({
  body: push("SearchActionRequestSend", { ActionRequest: { ActionType: "TitlePlan" } }, reference),
});

test("D8 a payment of an order that is not here is asked for again, and counts then", async () => {
  await beRestored(db);
  const event = payment({ order_id: LOST });
  for (let copy = 0; copy < 2; copy++) {
    const { status, headers } = await post(stripe, event);
    expect([status, headers.get("Retry-After")]).toEqual([503, "3600"]);
  }
  expect(await db.selectFrom("stripe_events").selectAll().execute()).toEqual([]);
  await db.deleteFrom("restorations").execute();
  expect((await post(stripe, event)).status).toBe(204);
});

test("D8 a payment of an order that is here counts, and one that is none of ours is let go", async () => {
  await beRestored(db);
  const { sale } = await sellerAtPayment(db);
  const { metadata } = await intentFor(db, sale);
  expect((await post(stripe, payment({ ...metadata }))).status).toBe(204);
  expect((await orderRow(db, sale)).paid_at).not.toBeNull();
  expect((await post(stripe, payment({ order_id: "of another shop" }))).status).toBe(204);
});

test("D8 so are a check and results of searches; otherwise they are let go and refused", async () => {
  expect((await post(thirdfort, change())).status).toBe(204);
  expect((await post(searches, result())).status).toBe(404);
  await beRestored(db);
  for (const answer of [await post(thirdfort, change()), await post(searches, result())]) {
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "3600"]);
  }
  const { sale } = await sellerAtPayment(db);
  const { reference } = await insertSearchOrder(db, sale.transaction_id);
  expect((await post(searches, result(reference))).status).toBe(204);
});
