import { beforeEach, describe, expect, test } from "vitest";
import {
  newRefundId,
  planRefund,
  type RefundChoice,
  RefundForm,
  requestRefund,
  sendRefund,
  settleOpenRefunds,
} from "#app/domain/payments/make-refund.server.ts";
import { createRefund } from "#app/clients/stripe/refunds.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { readOrder } from "#app/domain/payments/orders.server.ts";
import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import { receiveStripeEvent } from "#app/domain/payments/record-payment.server.ts";
import { listRefundablePayments } from "#app/domain/payments/refunds.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { inTransaction } from "#db/connection.ts";
import { setFault } from "#mocks/faults.ts";
import { running } from "#mocks/running-doubles.ts";
import { refunds } from "#mocks/stripe/objects.ts";
import { dispute, refundInDashboard, resolveRefund } from "#mocks/stripe/refunds-and-disputes.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { payByCard } from "#tests/support/payments.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
beforeEach(() => emptyTables(db));

const double = () => ({ state, ...running()!.world.stripe });
const PENDING_REFUNDS = "4000000000007726";

type Paid = Awaited<ReturnType<typeof payByCard>>;

/** Confirms a refund as its page shows it now, without sending it. */
async function confirmRefund({ sale, payment_id }: Paid, amount: string) {
  const staff = await signIn(db, { type: "admin" });
  const given = { refund_id: newRefundId(), payment_id, amount, reason: "Slow reply" };
  const choice = RefundForm.parse(given);
  const plan = await planRefund(db, service, sale.transaction_id, choice);
  const actor = { id: staff.id, request_id: "" };
  return { choice, confirmed: hashPlan(plan), actor };
}

type Planned = {
  choice: RefundChoice;
  confirmed: string;
  actor: { id: string; request_id: string };
};

const request = ({ sale }: Paid, planned: Planned) =>
  inTransaction(db, (trx) => requestRefund(trx, sale.transaction_id, planned));

async function makeRefund(paid: Paid, amount: string) {
  const planned = await confirmRefund(paid, amount);
  await request(paid, planned);
  await sendRefund(db, planned.choice.refund_id);
  return planned.choice.refund_id;
}

describe("a refund that Stripe accepts", () => {
  test("refunds a part of a payment, with events, one email to the payer, and what is left", async () => {
    const paid = await payByCard(db, state);
    await makeRefund(paid, "50");
    expect(await rows()).toMatchObject([{ status: "succeeded", amount_pence: 5_000 }]);
    expect(await state.list(refunds)).toMatchObject([{ amount: 5_000, status: "succeeded" }]);
    expect(await eventNames()).toEqual(["refund_requested", "refund_made"]);
    expect(await emails("payment_refunded")).toEqual([{ recipient: paid.email }]);
    expect(await leftOf(paid)).toEqual([19_000]);
    expect(await readOrder(db, paid.sale)).toMatchObject({ refunded_pence: 5_000 });
  });

  test("a webhook and the nightly comparison of our own refund open no review and send no email", async () => {
    const paid = await payByCard(db, state);
    await makeRefund(paid, "50");
    const [refund] = await state.list(refunds);
    await webhook(refund!.id, "evt_1");
    await reconcilePayments(db, new Date(Date.now() + 7_200_000));
    expect(await reviews()).toEqual([]);
    expect(await emails("payment_refunded")).toHaveLength(1);
    expect(await emails("payment_review")).toEqual([]);
  });

  test("a webhook that arrives before the answer settles the refund once", async () => {
    const paid = await payByCard(db, state);
    const planned = await confirmRefund(paid, "50");
    await request(paid, planned);
    await createRefund({
      payment_intent: paid.payment_id,
      amount_pence: 5_000,
      metadata: { refund_id: planned.choice.refund_id },
      idempotency_key: `refund:${planned.choice.refund_id}`,
    });
    const [refund] = await state.list(refunds);
    await webhook(refund!.id, "evt_1");
    await sendRefund(db, planned.choice.refund_id);
    expect(await rows()).toMatchObject([{ status: "succeeded", stripe_refund_id: refund!.id }]);
    expect(await emails("payment_refunded")).toHaveLength(1);
  });

  test("sending a refund twice refunds once", async () => {
    const paid = await payByCard(db, state);
    const planned = await confirmRefund(paid, "50");
    await request(paid, planned);
    const { refund_id } = planned.choice;
    await Promise.allSettled([sendRefund(db, refund_id), sendRefund(db, refund_id)]);
    await sendRefund(db, refund_id);
    expect(await state.list(refunds)).toHaveLength(1);
    expect(await emails("payment_refunded")).toHaveLength(1);
  });

  test("a pending refund counts as refunded, and fails later with a review and no second email", async () => {
    const paid = await payByCard(db, state, PENDING_REFUNDS);
    await makeRefund(paid, "240");
    const [{ id } = { id: "" }] = await state.list(refunds);
    expect(await rows()).toMatchObject([{ status: "pending" }]);
    expect(await readOrder(db, paid.sale)).toMatchObject({ refunded_pence: 24_000 });
    await resolveRefund(double(), id, "failed");
    await webhook(id, "evt_failed");
    expect(await rows()).toMatchObject([{ status: "failed" }]);
    expect(await eventNames()).toEqual(["refund_requested", "refund_made", "refund_failed"]);
    expect(await reviews()).toMatchObject([{ reason: "refund_failed" }]);
    expect(await readOrder(db, paid.sale)).toMatchObject({ refunded_pence: null });
    expect(await leftOf(paid)).toEqual([24_000]);
    expect(await emails("payment_refunded")).toHaveLength(1);
  });

  test("the nightly job settles a pending refund whose webhook was lost", async () => {
    const paid = await payByCard(db, state, PENDING_REFUNDS);
    await makeRefund(paid, "240");
    const [{ id } = { id: "" }] = await state.list(refunds);
    expect(await settleOpenRefunds(db)).toBe(0);
    await resolveRefund(double(), id, "succeeded");
    expect(await settleOpenRefunds(db)).toBe(1);
    expect(await rows()).toMatchObject([{ status: "succeeded" }]);
  });

  test("a payment that Stripe does not know does not stop the nightly job for other refunds", async () => {
    const [lost, paid] = [await payByCard(db, state), await payByCard(db, state, PENDING_REFUNDS)];
    const planned = await confirmRefund(lost, "50");
    await request(lost, planned);
    await db
      .updateTable("refunds")
      .set({ stripe_payment_id: "pi_unknown" })
      .where("id", "=", planned.choice.refund_id)
      .execute();
    const refund_id = await makeRefund(paid, "240");
    const [{ id } = { id: "" }] = await state.list(refunds);
    await resolveRefund(double(), id, "succeeded");
    await expect(settleOpenRefunds(db)).rejects.toThrow("Some refunds were not settled");
    const { status } = await db
      .selectFrom("refunds")
      .select("status")
      .where("id", "=", refund_id)
      .executeTakeFirstOrThrow();
    expect(status).toBe("succeeded");
  });
});

describe("a refund that is refused", () => {
  test("refuses an amount above what is left, at its field", async () => {
    const paid = await payByCard(db, state);
    await makeRefund(paid, "200");
    await expect(confirmRefund(paid, "40.01")).rejects.toMatchObject({
      message: "Enter an amount up to £40.00, which is left of this payment",
      data: { field: "amount" },
    });
    await makeRefund(paid, "40");
    await expect(confirmRefund(paid, "0.01")).rejects.toThrow("Nothing is left to refund");
  });

  test.each(["", "0", "-5", "5,0", "1e3", "£"])("the form refuses the amount “%s”", (amount) => {
    const given = { refund_id: newRefundId(), payment_id: "pi_1", amount, reason: "Slow" };
    expect(RefundForm.safeParse(given).error?.issues[0]?.path).toEqual(["amount"]);
  });

  test("the second of two colleagues who refund at once gets the error that the payment has changed", async () => {
    const paid = await payByCard(db, state);
    const [one, other] = [await confirmRefund(paid, "50"), await confirmRefund(paid, "50")];
    const outcomes = await Promise.allSettled([request(paid, one), request(paid, other)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await rows()).toHaveLength(1);
  });

  test("a payment already refunded in Stripe’s dashboard is refused by Stripe, and then shown as refunded", async () => {
    const paid = await payByCard(db, state);
    const planned = await confirmRefund(paid, "50");
    await refundInDashboard(double(), paid.payment_id, null);
    await request(paid, planned);
    await expect(sendRefund(db, planned.choice.refund_id)).rejects.toThrow(
      "This payment has already been refunded in Stripe",
    );
    expect(await rows()).toMatchObject([
      { status: "refused", refusal_code: "charge_already_refunded" },
    ]);
    expect(await eventNames()).toEqual(["refund_requested", "refund_failed"]);
    expect(await reviews()).toMatchObject([
      { reason: "refunded", stripe_payment_id: paid.payment_id },
    ]);
    expect(await leftOf(paid)).toEqual([0]);
    await expect(sendRefund(db, planned.choice.refund_id)).rejects.toThrow("already been refunded");
  });

  test("a refund of more than Stripe has left is refused, and what is left becomes known", async () => {
    const paid = await payByCard(db, state);
    const planned = await confirmRefund(paid, "200");
    await refundInDashboard(double(), paid.payment_id, 10_000);
    await request(paid, planned);
    await expect(sendRefund(db, planned.choice.refund_id)).rejects.toThrow(
      "The amount is more than Stripe has left",
    );
    expect(await leftOf(paid)).toEqual([14_000]);
  });

  test("a disputed payment is refused with what to do", async () => {
    const paid = await payByCard(db, state);
    const planned = await confirmRefund(paid, "50");
    await dispute(double(), paid.payment_id);
    await request(paid, planned);
    await expect(sendRefund(db, planned.choice.refund_id)).rejects.toThrow(
      "Respond to the dispute in Stripe",
    );
    expect(await emails("payment_refunded")).toEqual([]);
  });

  test("a matter that was paid with a referral code has nothing to refund", async () => {
    const paid = await payByCard(db, state);
    await db
      .updateTable("orders")
      .set({ payment_type: "invoice", stripe_transaction_id: null, total_amount_pence: 0 })
      .execute();
    await expect(confirmRefund(paid, "50")).rejects.toThrow("no card payment to refund");
  });
});

describe("a refund whose answer is lost", () => {
  test("Stripe’s silence leaves the refund being sent, and the next attempt makes it once", async () => {
    const paid = await payByCard(db, state);
    const planned = await confirmRefund(paid, "50");
    await request(paid, planned);
    const { refund_id } = planned.choice;
    await setFault(state, "stripe", "nonsense");
    await expect(sendRefund(db, refund_id)).rejects.toThrow("Stripe hasn’t answered yet");
    await setFault(state, "stripe", "none");
    expect(await rows()).toMatchObject([{ status: "sending" }]);
    expect(await leftOf(paid)).toEqual([19_000]);
    await sendRefund(db, refund_id);
    expect(await rows()).toMatchObject([{ status: "succeeded" }]);
    expect(await state.list(refunds)).toHaveLength(1);
  });

  test("a refund that Stripe does not know after a day can be made again", async () => {
    const paid = await payByCard(db, state);
    await request(paid, await confirmRefund(paid, "50"));
    await db
      .updateTable("refunds")
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    expect(await settleOpenRefunds(db)).toBe(1);
    expect(await rows()).toMatchObject([{ status: "refused", refusal_code: "not_received" }]);
    expect(await leftOf(paid)).toEqual([24_000]);
  });
});

const rows = () =>
  db
    .selectFrom("refunds")
    .select(["id", "status", "amount_pence", "refusal_code", "stripe_refund_id"])
    .orderBy("created_at")
    .execute();

const eventNames = async () =>
  (
    await db
      .selectFrom("events")
      .select("event_name")
      .where("event_name", "like", "refund_%")
      .orderBy("date_time")
      .orderBy("id")
      .execute()
  ).map(({ event_name }) => event_name);

const emails = async (name: string) =>
  db.selectFrom("email_log").select("recipient").where("name", "=", name).execute();

const reviews = () =>
  db
    .selectFrom("payment_reviews")
    .select(["reason", "stripe_payment_id", "closed_at"])
    .orderBy("created_at")
    .execute();

const leftOf = async ({ sale }: Paid) =>
  (await listRefundablePayments(db, service, sale.transaction_id)).map(
    ({ left_pence }) => left_pence,
  );

const webhook = async (refund_id: string, id: string) => {
  const event = { id, type: "refund.updated", created_at: new Date(), livemode: false, refund_id };
  return receiveStripeEvent(db, event);
};
