import { expect, test } from "vitest";
import { action as searches } from "#app/routes/webhooks/searches.ts";
import { action as stripe } from "#app/routes/webhooks/stripe.ts";
import { action as thirdfort } from "#app/routes/webhooks/thirdfort.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { intentFor, orderRow, sellerAtPayment } from "#tests/support/payments.ts";
import { markAsRestored } from "#tests/support/restored.ts";
import { insertSearchOrder, push } from "#tests/support/searches.ts";
import { deliver, fromStripe, fromThirdfort, paymentSucceeded } from "./messages.ts";

/**
 * Webhook messages about orders that may be missing because the database was restored from a
 * backup.
 */

const { db } = useTestDatabase();
useDoubles();

const LOST = "0123456789abcdef01234567";

const payment = (metadata: Record<string, string>) => fromStripe(paymentSucceeded(metadata));
const change = () => fromThirdfort("th_lost");
const result = (reference?: string) => ({
  body: push("SearchActionRequestSend", { ActionRequest: { ActionType: "TitlePlan" } }, reference),
});

test("the Stripe webhook answers 503 to a payment for an unknown order after a restore, until the restoration ends", async () => {
  await markAsRestored(db);
  const event = payment({ order_id: LOST });
  for (let copy = 0; copy < 2; copy++) {
    const { status, headers } = await deliver(stripe, event);
    expect([status, headers.get("Retry-After")]).toEqual([503, "3600"]);
  }
  expect(await db.selectFrom("stripe_events").selectAll().execute()).toEqual([]);
  await db.deleteFrom("restorations").execute();
  expect((await deliver(stripe, event)).status).toBe(204);
});

test("the Stripe webhook still marks a known order as paid after a restore, and ignores a payment without our order id", async () => {
  await markAsRestored(db);
  const { sale } = await sellerAtPayment(db);
  const { metadata } = await intentFor(db, sale);
  expect((await deliver(stripe, payment({ ...metadata }))).status).toBe(204);
  expect((await orderRow(db, sale)).paid_at).not.toBeNull();
  expect((await deliver(stripe, payment({ order_id: "of another shop" }))).status).toBe(204);
});

test("Thirdfort’s and OneSearch’s webhooks answer 503 after a restore if the identity check or search order is unknown", async () => {
  expect((await deliver(thirdfort, change())).status).toBe(204);
  expect((await deliver(searches, result())).status).toBe(404);
  await markAsRestored(db);
  for (const answer of [await deliver(thirdfort, change()), await deliver(searches, result())]) {
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "3600"]);
  }
  const { sale } = await sellerAtPayment(db);
  const { reference } = await insertSearchOrder(db, sale.transaction_id);
  expect((await deliver(searches, result(reference))).status).toBe(204);
});
