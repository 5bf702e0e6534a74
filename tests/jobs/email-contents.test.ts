import { expect, test } from "vitest";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { createHomeForSale, insertUniquePerson } from "#tests/support/purchases.ts";
import { insertPurchase } from "#tests/db/people.ts";

const { db } = useTestDatabase();

async function aFlat() {
  const { transaction_id, property_id } = await createHomeForSale(db, {
    line_1: "Flat 9",
    line_2: "14 Boar Lane",
    line_3: "Holbeck",
  });
  const order = await db
    .insertInto("orders")
    .values({ transaction_id, payment_type: "stripe_direct", total_amount_pence: 24_000 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const sale = { id: transaction_id, property_id };
  const buyer = await insertUniquePerson(db);
  const purchase = await insertPurchase(db, sale, buyer.id, false);
  return { order_id: order.id, purchase_intent_id: purchase.id, buyer: buyer.email };
}

test.each(["payment_received", "purchase_intent_success"] as const)(
  "the %s email names every line of the address",
  async (name) => {
    const { buyer, ...ids } = await aFlat();
    const { property } = await readContents(db, name, ids, buyer);
    expect(property).toBe("Flat 9, 14 Boar Lane, Holbeck, York, YO1 7HZ");
  },
);

test("the payment_review email names the matter by its ids, and no person", async () => {
  const { order_id } = await aFlat();
  const { id } = await db
    .insertInto("payment_reviews")
    .values({ order_id, stripe_transaction_id: "pi_second", reason: "paid_twice" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { transaction_id } = await db
    .selectFrom("orders")
    .select("transaction_id")
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  expect(await readContents(db, "payment_review", { payment_review_id: id })).toEqual({
    why: "The order had already been paid for with another payment",
    to_do: "Contact the customer and refund the overpayment",
    stripe_transaction_id: "pi_second",
    order_id,
    transaction_id,
    other_transaction_id: null,
    page: `http://localhost:3000/admin/payments/${id}`,
  });
});
