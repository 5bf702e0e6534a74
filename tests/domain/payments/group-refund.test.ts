import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { storeGroupPayment } from "#app/domain/payments/group-payment.server.ts";
import {
  newRefundId,
  planRefund,
  readRefundable,
  RefundForm,
  requestRefund,
  sendRefund,
  settleOpenRefunds,
} from "#app/domain/payments/make-refund.server.ts";
import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import { receiveStripeEvent } from "#app/domain/payments/record-payment.server.ts";
import { listRefundablePayments } from "#app/domain/payments/refunds.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { deleteDueMatter } from "#app/domain/privacy/end-matter.server.ts";
import { inTransaction } from "#db/connection.ts";
import { setFault } from "#mocks/faults.ts";
import { running } from "#mocks/running-doubles.ts";
import { refunds } from "#mocks/stripe/objects.ts";
import { dispute, refundInDashboard, resolveRefund } from "#mocks/stripe/refunds-and-disputes.ts";
import { emptyTables, useTestDatabase, withoutTriggers } from "#tests/support/database.ts";
import { raceSixAtLock } from "#tests/support/concurrency.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { insertGroup, insertPaidGroup } from "#tests/support/groups.ts";
import { changeIntent } from "#tests/support/payments.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
beforeEach(() => emptyTables(db));

const double = () => ({ state, ...running()!.world.stripe });
const PENDING_REFUNDS = "4000000000007726";
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

type Paid = { units: string[]; payment_id: string };

const unitOf = ({ units }: Paid, index = 0) => units[index] ?? "";

/** Confirms a refund as the page of a unit shows it now, without sending it. */
async function confirmRefund(paid: Paid, amount: string, unit = unitOf(paid)) {
  await storeGroupPayment(db, unit);
  const staff = await signIn(db, { type: "admin" });
  const given = { refund_id: newRefundId(), payment_id: paid.payment_id, amount, reason: "Late" };
  const choice = RefundForm.parse(given);
  const plan = await planRefund(db, service, unit, choice);
  const actor = { id: staff.id, request_id: "" };
  const planned = { choice, confirmed: hashPlan(plan), actor };
  const request = () => inTransaction(db, (trx) => requestRefund(trx, unit, planned));
  return { plan, request, refund_id: choice.refund_id };
}

async function makeRefund(paid: Paid, amount: string) {
  const { request, refund_id } = await confirmRefund(paid, amount);
  await request();
  await sendRefund(db, refund_id);
  return refund_id;
}

describe("the first time that staff open the refund of a group’s payment", () => {
  test("its amount is read from Stripe and stored", async () => {
    const paid = await insertPaidGroup(db, state);
    await storeGroupPayment(db, unitOf(paid));
    expect(await leftOf(paid)).toEqual([{ paid_pence: 96_000, left_pence: 96_000 }]);
    await setFault(state, "stripe", "nonsense");
    await storeGroupPayment(db, unitOf(paid, 1));
    await setFault(state, "stripe", "none");
  });

  test("a recent refund in Stripe’s dashboard is left out, with a review and one email to the payer", async () => {
    const paid = await insertPaidGroup(db, state);
    await refundInDashboard(double(), paid.payment_id, 10_000);
    await storeGroupPayment(db, unitOf(paid));
    expect(await leftOf(paid)).toEqual([{ paid_pence: 96_000, left_pence: 86_000 }]);
    expect(await reviews()).toMatchObject([
      { reason: "refunded", group_id: paid.id, order_id: null, amount_pence: 10_000 },
    ]);
    expect(await emails("payment_refunded")).toEqual([await payerOf(paid)]);
  });

  test("a refund in Stripe’s dashboard weeks ago is left out, and the payer gets no email", async () => {
    const paid = await insertPaidGroup(db, state);
    const made = await refundInDashboard(double(), paid.payment_id, 10_000);
    const created = Math.floor((Date.now() - 3 * WEEK_MS) / 1_000);
    await state.put(refunds, made!.id, { ...made!, created });
    await storeGroupPayment(db, unitOf(paid));
    expect(await leftOf(paid)).toEqual([{ paid_pence: 96_000, left_pence: 86_000 }]);
    expect(await emails("payment_review")).toHaveLength(1);
    expect(await emails("payment_refunded")).toEqual([]);
  });

  test.each([
    ["still processing", { status: "processing" as const }],
    ["taken in another currency", { currency: "usd" }],
  ])("a payment that is %s is an error", async (_what, change) => {
    const paid = await insertPaidGroup(db, state);
    await changeIntent(state, paid.payment_id, change);
    await expect(storeGroupPayment(db, unitOf(paid))).rejects.toThrow(
      `Stripe hasn’t taken the group’s payment ${paid.payment_id} in pounds`,
    );
    expect(await leftOf(paid)).toEqual([]);
  });

  test.each(["pi_unknown", "TX-1"])(
    "a payment %s that Stripe does not know is an error",
    async (id) => {
      const payment = { stripe_transaction_id: id, status: null, paid_at: null };
      const { units } = await insertGroup(db, { stripe_transaction_id: id }, payment);
      await expect(storeGroupPayment(db, units[0] ?? "")).rejects.toThrow(
        `Stripe hasn’t taken the group’s payment ${id}`,
      );
    },
  );

  test("Stripe’s silence is an error, and the next attempt stores the amount", async () => {
    const paid = await insertPaidGroup(db, state);
    await setFault(state, "stripe", "nonsense");
    await expect(storeGroupPayment(db, unitOf(paid))).rejects.toThrow("Stripe isn’t answering");
    await setFault(state, "stripe", "none");
    expect(await leftOf(paid)).toEqual([]);
    await storeGroupPayment(db, unitOf(paid));
    expect(await leftOf(paid)).toHaveLength(1);
  });

  test("a group that is invoiced has nothing to refund", async () => {
    const { units } = await insertGroup(db);
    await storeGroupPayment(db, units[0] ?? "");
    await expect(readRefundable(db, service, units[0] ?? "")).rejects.toThrow(
      "no card payment to refund",
    );
  });
});

describe("a refund of a group’s payment that Stripe accepts", () => {
  test("is stored once for the group, with events on each sale and one email to the payer", async () => {
    const paid = await insertPaidGroup(db, state);
    const refund_id = await makeRefund(paid, "50");
    expect(await rows()).toEqual([
      { id: refund_id, status: "succeeded", order_id: null, group_id: paid.id },
    ]);
    expect(await state.list(refunds)).toMatchObject([{ amount: 5_000 }]);
    const { name } = await groupOf(paid);
    for (const unit of paid.units) {
      expect(await eventsOf(unit)).toEqual([
        ["refund_requested", `£50.00 of £960.00, the payment for ${name}. Reason: Late`],
        ["refund_made", `£50.00 of the payment for ${name}`],
      ]);
    }
    expect(await emails("payment_refunded")).toEqual([await payerOf(paid)]);
    expect(await leftOf(paid, 1)).toEqual([{ paid_pence: 96_000, left_pence: 91_000 }]);
  });

  test("counts as a refund of each sale, and no sale has an amount", async () => {
    const paid = await insertPaidGroup(db, state);
    await makeRefund(paid, "50");
    for (const unit of paid.units) {
      const { refund } = await readTransaction(db, service, unit);
      expect(refund).toEqual({ refunded_pence: null, refunded_at: expect.any(String) });
    }
  });

  test("opens no review and sends no second email at its webhook and the nightly comparison", async () => {
    const paid = await insertPaidGroup(db, state);
    await makeRefund(paid, "50");
    await webhookOfFirst("evt_1");
    await reconcilePayments(db, new Date(Date.now() + 7_200_000));
    expect(await reviews()).toEqual([]);
    expect(await emails("payment_refunded")).toHaveLength(1);
  });

  test("opens a review of the group if it fails later, with an event on each sale", async () => {
    const paid = await insertPaidGroup(db, state, PENDING_REFUNDS);
    await makeRefund(paid, "960");
    const [{ id } = { id: "" }] = await state.list(refunds);
    await resolveRefund(double(), id, "failed");
    await webhookOfFirst("evt_failed");
    expect(await reviews()).toMatchObject([{ reason: "refund_failed", group_id: paid.id }]);
    for (const unit of paid.units) {
      expect((await eventsOf(unit)).map(([name]) => name)).toEqual([
        "refund_requested",
        "refund_made",
        "refund_failed",
      ]);
    }
    expect(await leftOf(paid)).toEqual([{ paid_pence: 96_000, left_pence: 96_000 }]);
  });

  test("is settled even if every sale has been taken out of the group since", async () => {
    const paid = await insertPaidGroup(db, state);
    const { request, refund_id } = await confirmRefund(paid, "50");
    await request();
    await takeOut(...paid.units);
    await sendRefund(db, refund_id);
    expect(await rows()).toMatchObject([{ status: "succeeded" }]);
    expect(await emails("payment_refunded")).toEqual([]);
  });
});

describe("a refund of a group’s payment that is refused", () => {
  test("of colleagues who refund at once from different sales, all but the first get the error that the payment has changed", async () => {
    const paid = await insertPaidGroup(db, state);
    const confirmed: Awaited<ReturnType<typeof confirmRefund>>[] = [];
    for (let racer = 0; racer < 6; racer++) {
      confirmed.push(await confirmRefund(paid, "50", unitOf(paid, racer % 2)));
    }
    const outcomes = await raceSixAtLock(db, "refunds", (racer) =>
      confirmed[racer]!.request().then(
        () => "refunded",
        (error: unknown) => String(error),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "refunded")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.includes("changed"))).toHaveLength(5);
    expect(await rows()).toHaveLength(1);
  });

  test("a sale taken out of the group since the confirmation is shown before anything is refunded", async () => {
    const paid = await insertPaidGroup(db, state);
    const { request } = await confirmRefund(paid, "50");
    await takeOut(unitOf(paid, 1));
    await expect(request()).rejects.toThrow("changed");
    await makeRefund(paid, "50");
    expect(await eventsOf(unitOf(paid, 0))).toHaveLength(2);
    expect(await eventsOf(unitOf(paid, 1))).toEqual([]);
    await expect(readRefundable(db, service, unitOf(paid, 1))).rejects.toThrow("no card payment");
  });

  test("a part refunded in Stripe since the confirmation is known after Stripe’s refusal", async () => {
    const paid = await insertPaidGroup(db, state);
    const { request, refund_id } = await confirmRefund(paid, "900");
    await refundInDashboard(double(), paid.payment_id, 10_000);
    await request();
    await expect(sendRefund(db, refund_id)).rejects.toThrow("The amount is more than Stripe has");
    expect(await rows()).toMatchObject([{ status: "refused" }]);
    expect(await leftOf(paid)).toEqual([{ paid_pence: 96_000, left_pence: 86_000 }]);
    expect((await eventsOf(unitOf(paid, 1))).map(([name]) => name)).toEqual([
      "refund_requested",
      "refund_failed",
    ]);
  });

  test("refuses an amount above what is left, at its field", async () => {
    const paid = await insertPaidGroup(db, state);
    await makeRefund(paid, "900");
    await expect(confirmRefund(paid, "60.01", unitOf(paid, 1))).rejects.toMatchObject({
      message: "Enter an amount up to £60.00, which is left of this payment",
      data: { field: "amount" },
    });
  });
});

describe("the nightly jobs and a group’s payment", () => {
  test("a refund in Stripe’s dashboard opens one review of the group and emails the payer once", async () => {
    const paid = await insertPaidGroup(db, state);
    await refundInDashboard(double(), paid.payment_id, 10_000);
    for (const hours of [2, 3]) {
      await reconcilePayments(db, new Date(Date.now() + hours * 3_600_000));
    }
    expect(await reviews()).toMatchObject([{ reason: "refunded", group_id: paid.id }]);
    expect(await emails("payment_refunded")).toEqual([await payerOf(paid)]);
  });

  test("a dispute opens a review of the group", async () => {
    const paid = await insertPaidGroup(db, state);
    await dispute(double(), paid.payment_id);
    await reconcilePayments(db, new Date(Date.now() + 7_200_000));
    expect(await reviews()).toMatchObject([{ reason: "disputed", group_id: paid.id }]);
  });

  test("a pending refund whose webhook was lost is settled", async () => {
    const paid = await insertPaidGroup(db, state, PENDING_REFUNDS);
    await makeRefund(paid, "960");
    const [{ id } = { id: "" }] = await state.list(refunds);
    await resolveRefund(double(), id, "succeeded");
    expect(await settleOpenRefunds(db)).toBe(1);
    expect(await rows()).toMatchObject([{ status: "succeeded" }]);
  });

  test("refunds and reviews remain until the last sale of the group is deleted", async () => {
    const paid = await insertPaidGroup(db, state);
    await refundInDashboard(double(), paid.payment_id, 10_000);
    await makeRefund(paid, "50");
    for (const [unit, left] of [
      [unitOf(paid, 0), 1],
      [unitOf(paid, 1), 0],
    ] as const) {
      await makeOld(unit);
      expect(await inTransaction(db, (trx) => deleteDueMatter(trx, unit, {}))).toBe(true);
      expect([await rows(), await reviews()].map(({ length }) => length)).toEqual([left, left]);
    }
  });
});

/** Dates a sale so far back that it is past its retention period. */
const makeOld = (id: string) =>
  withoutTriggers(db, async (trx) => {
    const old = new Date("2001-01-01");
    const both = { created_at: old, updated_at: old };
    await trx.updateTable("transactions").set(both).where("id", "=", id).execute();
    await trx.updateTable("orders").set(both).where("transaction_id", "=", id).execute();
    await sql`update events set date_time = ${old} where transaction_id = ${id}`.execute(trx);
  });

const takeOut = (...units: string[]) =>
  db.updateTable("transactions").set({ group_id: null }).where("id", "in", units).execute();

const groupOf = ({ units }: Paid) =>
  db
    .selectFrom("transaction_groups")
    .innerJoin("transactions", "transactions.group_id", "transaction_groups.id")
    .where("transactions.id", "=", units[0] ?? "")
    .select("transaction_groups.name")
    .executeTakeFirstOrThrow();

const payerOf = ({ units }: Paid) =>
  db
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.seller_id")
    .where("transactions.id", "=", units[0] ?? "")
    .select("users.email as recipient")
    .executeTakeFirstOrThrow();

const rows = () =>
  db.selectFrom("refunds").select(["id", "status", "order_id", "group_id"]).execute();

const reviews = () =>
  db
    .selectFrom("payment_reviews")
    .select(["reason", "order_id", "group_id", "amount_pence"])
    .execute();

const emails = (name: string) =>
  db.selectFrom("email_log").select("recipient").where("name", "=", name).execute();

const eventsOf = async (transaction_id: string) =>
  (
    await db
      .selectFrom("events")
      .select(["event_name", "comments"])
      .where("transaction_id", "=", transaction_id)
      .where("event_name", "like", "refund_%")
      .orderBy("date_time")
      .execute()
  ).map(({ event_name, comments }) => [event_name, comments]);

const leftOf = async (paid: Paid, index = 0) =>
  (await listRefundablePayments(db, service, unitOf(paid, index))).map(
    ({ paid_pence, left_pence }) => ({ paid_pence, left_pence }),
  );

const webhookOfFirst = async (id: string) => {
  const [refund] = await state.list(refunds);
  const event = { id, type: "refund.updated", created_at: new Date(), livemode: false };
  return receiveStripeEvent(db, { ...event, refund_id: refund!.id });
};
