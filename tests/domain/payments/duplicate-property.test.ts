import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { startCardPayment, startHostedPayment } from "#app/domain/payments/start-payment.server.ts";
import { hasActiveSaleElsewhere } from "#app/domain/payments/duplicate-property.server.ts";
import { readPaymentReview } from "#app/domain/payments/orders.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { inTransaction } from "#db/connection.ts";
import { intents } from "#mocks/stripe/objects.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { insertPurchase } from "#tests/db/people.ts";
import {
  type AtPayment,
  codeUses,
  emptyQueue,
  insertCode,
  intentFor,
  orderRow,
  queuedCancellations,
  sellerAtPayment,
} from "#tests/support/payments.ts";
import { insertUniquePerson } from "#tests/support/purchases.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
beforeEach(async () => {
  await emptyTables(db);
  await insertCode(db, "FREE");
});

const WITH_US = "This property is already being sold through us.";
const found = { line_1: "2 Castle Lane", uprn: "7" };
const typed = { line_1: "2 castle lane ", uprn: null };

const record = async ({ sale }: AtPayment) => {
  const intent = await intentFor(db, sale);
  return { intent, outcome: await inTransaction(db, (trx) => recordPayment(trx, intent)) };
};

const reviews = () =>
  db.selectFrom("payment_reviews").selectAll().orderBy("created_at").orderBy("id").execute();

const isWithUs = async ({ sale }: AtPayment) => {
  await intentFor(db, sale);
  return hasActiveSaleElsewhere(db, await orderRow(db, sale));
};

const urls = { success: "http://localhost/s", cancel: "http://localhost/c" };

test("no payment is taken for a sale that staff have ended (ST-3)", async () => {
  const at = await sellerAtPayment(db);
  await db
    .updateTable("transactions")
    .set({ ended_on: "2026-11-30" })
    .where("id", "=", at.sale.transaction_id)
    .execute();
  const message = "Your sale has ended, so you don’t need to pay.";
  await expect(startCardPayment(db, at.sale)).rejects.toThrow(message);
  await expect(startHostedPayment(db, at.sale, urls)).rejects.toThrow(message);
  await expect(
    inTransaction(db, (trx) => payWithReferralCode(trx, at.sale, "FREE")),
  ).rejects.toThrow(message);
});

describe("a property that is already for sale with Fanlight", () => {
  test.each([
    ["the same property number", found, { ...found, line_1: "Flat 2, Castle Lane" }],
    ["the same address, once typed by hand", found, typed],
    ["the same address, both typed by hand", typed, { line_1: "2, CASTLE LANE", uprn: null }],
  ])(
    "a second sale of the same property cannot be paid for by card, on Stripe's page or with a code: %s",
    async (_, one, other) => {
      const { first, second } = await twoSellers(one, other);
      expect(await isWithUs(second)).toBe(false);
      await record(first);
      expect(await isWithUs(second)).toBe(true);
      await expect(startCardPayment(db, second.sale)).rejects.toThrow(WITH_US);
      await expect(startHostedPayment(db, second.sale, urls)).rejects.toThrow(WITH_US);
      await expect(payByCode(second)).rejects.toThrow(WITH_US);
      expect(await state.list(intents)).toEqual([]);
      expect(await codeUses(db, "FREE")).toBe(0);
      expect((await orderRow(db, second.sale)).paid_at).toBeNull();
      expect(await isWithUs(first)).toBe(false);
    },
  );

  test("a second sale of the same property cannot be paid for if the first one was paid with a referral code", async () => {
    const { first, second } = await twoSellers();
    await payByCode(first);
    await expect(startCardPayment(db, second.sale)).rejects.toThrow(WITH_US);
  });

  test.each([
    ["a different flat in the house", { line_1: "Flat 1, 2 Castle Lane", uprn: null }],
    ["a different property number", { ...found, uprn: "8" }],
    ["the same address with a different postcode", { ...typed, postcode: "YO1 7HX" }],
  ])("%s is a different property", async (_, other) => {
    const { first, second } = await twoSellers(found, other);
    await record(first);
    expect(await isWithUs(second)).toBe(false);
    expect(await record(second)).toMatchObject({ outcome: "paid" });
  });

  test("a sale prevents payments for other sales of its property only while it is paid for and has not ended", async () => {
    for (const date of [{ completed: "2026-03-20" }, { aborted: "2026-03-20" }]) {
      const { first, second } = await twoSellers();
      await record(first);
      expect(await isWithUs(second)).toBe(true);
      await end(first, date);
      expect(await isWithUs(second)).toBe(false);
      await payByCode(second);
      await end(second, date);
    }
  });
});

describe("the payment review of a second sale", () => {
  test("the review of a second sale is opened once, shows both sales and closes when the first has ended", async () => {
    const { first, second } = await twoSellers();
    await record(first);
    for (let visit = 0; visit < 3; visit++) await isWithUs(second);
    const [review, ...more] = await reviews();
    expect(more).toEqual([]);
    expect(review).toMatchObject({
      order_id: (await orderRow(db, second.sale)).id,
      other_transaction_id: first.sale.transaction_id,
      reason: "home_with_us",
      stripe_transaction_id: null,
      closed_at: null,
    });
    expect(await readPaymentReview(db, { payment_review_id: review!.id })).toMatchObject({
      why: "The property is already being sold by another customer, so this seller can’t pay",
      transaction_id: second.sale.transaction_id,
      other_transaction_id: first.sale.transaction_id,
      stripe_transaction_id: null,
    });
    const moat = { line_1: "3 Moat Lane", uprn: "8" };
    const elsewhere = await twoSellers(moat, moat);
    await record(elsewhere.first);
    await isWithUs(elsewhere.second);
    await end(first, { completed: "2026-03-20" });
    await isWithUs(second);
    const closed_at = expect.any(Date);
    expect(await reviews()).toMatchObject([{ closed_at }, { closed_at: null }]);
  });

  test("a payment that arrives for a second sale of the same property is held for review", async () => {
    const { first, second } = await twoSellers();
    await record(first);
    const { intent, outcome } = await record(second);
    expect(outcome).toBe("review");
    expect(await orderRow(db, second.sale)).toMatchObject({
      paid_at: null,
      review: "home_paid_twice",
    });
    expect(await reviews()).toMatchObject([
      {
        reason: "home_paid_twice",
        stripe_transaction_id: intent.id,
        other_transaction_id: first.sale.transaction_id,
        amount_pence: 24_000,
      },
    ]);
  });
});

const countWaiting = async () => {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length;
};

describe("concurrent payments for one property", () => {
  const outcome = (paying: Promise<unknown>) =>
    paying.then(
      () => "paid",
      () => "refused",
    );

  test.each([
    ["codes", payByCode, payByCode],
    ["a code and a card", payByCode, record],
  ])("only one of two concurrent payments for one property succeeds: %s", async (_, one, other) => {
    const { first, second } = await twoSellers();
    await Promise.all([outcome(one(first)), outcome(other(second))]);
    const orders = await Promise.all([orderRow(db, first.sale), orderRow(db, second.sale)]);
    expect(orders.filter(({ paid_at }) => paid_at !== null)).toHaveLength(1);
  });

  test("one of two concurrent card payments for one property is accepted, and the other one goes to review", async () => {
    const { first, second } = await twoSellers();
    const both = await Promise.all([record(first), record(second)]);
    expect(both.map((each) => each.outcome).sort()).toEqual(["paid", "review"]);
  });

  test("concurrent payments for the same property number conflict, even with different postcodes", async () => {
    const { first, second } = await twoSellers(found, { ...found, postcode: "YO1 9ZZ" });
    const intent = await intentFor(db, first.sale);
    let paying: ReturnType<typeof record> | undefined;
    await inTransaction(db, async (trx) => {
      expect(await recordPayment(trx, intent)).toBe("paid");
      let isDone = false;
      paying = record(second).finally(() => {
        isDone = true;
      });
      await expect.poll(async () => isDone || (await countWaiting()) > 0).toBe(true);
    });
    expect((await paying)?.outcome).toBe("review");
  });

  test("the second seller's open payment is cancelled when the first seller of the property has paid", async () => {
    const { first, second } = await twoSellers();
    await startCardPayment(db, second.sale);
    await emptyQueue(db);
    await record(first);
    const { stripe_transaction_id } = await orderRow(db, second.sale);
    expect(await queuedCancellations(db)).toContainEqual(
      expect.objectContaining({ stripe_transaction_id }),
    );
  });
});

async function twoSellers(one: object = found, other: object = found) {
  const first = await sellerAtPayment(db, { home: one });
  const second = await sellerAtPayment(db, { home: other });
  return { first, second };
}

async function payByCode({ sale }: AtPayment) {
  await intentFor(db, sale);
  await inTransaction(db, (trx) => payWithReferralCode(trx, sale, "FREE"));
}

async function end({ sale: { transaction_id } }: AtPayment, date: object) {
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const sale = { id: transaction_id, property_id };
  const { id } = await insertPurchase(db, sale, (await insertUniquePerson(db)).id, true);
  await db.updateTable("purchase_intents").set(date).where("id", "=", id).execute();
}
