import { expect, test } from "vitest";
import { readReview, updateReview } from "#app/domain/payments/resolve-review.server.ts";
import { readPaymentRefunded, readPaymentResolved } from "#app/domain/payments/orders.server.ts";
import { flagForReview } from "#app/domain/payments/payment-reviews.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { toVersion } from "#app/domain/versions/save-change.server.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { emailNames, intentFor, orderRow, sellerAtPayment } from "#tests/support/payments.ts";
import { staffReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();

test("the payer is emailed once when staff resolve a held payment (CU-10)", async () => {
  const { sale } = await sellerAtPayment(db);
  const intent = await intentFor(db, sale, { amount_received_pence: 100 });
  expect(await inTransaction(db, (trx) => recordPayment(trx, intent))).toBe("review");
  const { id } = await db
    .selectFrom("payment_reviews")
    .select("id")
    .where("stripe_transaction_id", "=", intent.id)
    .executeTakeFirstOrThrow();
  const resolve = async (dealt_with: boolean) => {
    const opened = toVersion(await readReview(db, staffReader(), id));
    const actor = { id: sale.seller_id, request_id: "" };
    await updateReview(db, id, { dealt_with, note: "Refunded in Stripe" }, { actor, opened });
  };
  for (const dealt_with of [true, false, true]) await resolve(dealt_with);
  expect(await emailNames(db, sale)).toEqual(["payment_held", "payment_resolved"]);
  expect(await readPaymentResolved(db, { payment_review_id: id })).toMatchObject({
    sum: "£1.00",
    refunded: null,
    is_paid: false,
    page: expect.stringContaining(`/sell/payment?sale=${sale.transaction_id}`),
  });
  const order = await orderRow(db, sale);
  await flagForReview(db, {
    ...{ order_id: order.id, transaction_id: sale.transaction_id, reason: "refunded" as const },
    ...{ stripe_transaction_id: "re_0", stripe_status: "succeeded", stripe_payment_id: intent.id },
    ...{ amount_pence: 100, currency: "gbp" },
  });
  expect(await readPaymentResolved(db, { payment_review_id: id })).toMatchObject({
    refunded: "£1.00",
  });
});

test("the email about a refund says what the refund means for the service fee", async () => {
  const { sale } = await sellerAtPayment(db);
  const intent = await intentFor(db, sale, { amount_received_pence: 100 });
  await inTransaction(db, (trx) => recordPayment(trx, intent));
  const { id: order_id } = await orderRow(db, sale);
  const refund = {
    ...{ order_id, transaction_id: sale.transaction_id, reason: "refunded" as const },
    ...{ stripe_transaction_id: "re_2", stripe_status: "succeeded" },
    ...{ amount_pence: 100, currency: "gbp" },
  };
  const payment_review_id = (await flagForReview(db, refund))!;
  const read = () => readPaymentRefunded(db, { payment_review_id });
  const setOrder = (change: {
    review?: null;
    paid_at?: Date;
    stripe_transaction_status?: string;
  }) => db.updateTable("orders").set(change).where("id", "=", order_id).execute();
  expect(await read()).toMatchObject({ fee: "held", payment_page: null });
  await setOrder({ review: null });
  expect(await read()).toMatchObject({
    fee: "unpaid",
    payment_page: expect.stringContaining(`/sell/payment?sale=${sale.transaction_id}`),
  });
  await setOrder({ stripe_transaction_status: "processing" });
  expect(await read()).toMatchObject({ fee: "held", payment_page: null });
  await setOrder({ paid_at: new Date(), stripe_transaction_status: "succeeded" });
  expect(await read()).toMatchObject({ fee: "paid", payment_page: null });
  await db
    .updateTable("listed_transactions")
    .set({ ended_on: "2026-01-09" })
    .where("id", "=", sale.transaction_id)
    .execute();
  expect(await read()).toMatchObject({ fee: null, payment_page: null });
});

test("the payer is emailed once when a refund of their order is recorded (CU-10)", async () => {
  const { sale } = await sellerAtPayment(db);
  const intent = await intentFor(db, sale);
  await inTransaction(db, (trx) => recordPayment(trx, intent));
  const order = await orderRow(db, sale);
  const refund = {
    ...{ order_id: order.id, transaction_id: sale.transaction_id, reason: "refunded" as const },
    ...{ stripe_transaction_id: "re_1", stripe_status: "succeeded" },
    ...{ amount_pence: 24_000, currency: "gbp" },
  };
  for (let time = 0; time < 2; time++) await flagForReview(db, refund);
  expect(await emailNames(db, sale)).toEqual(["payment_received", "payment_refunded"]);
});
