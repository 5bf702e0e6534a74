import { expect } from "@playwright/test";
import { sql } from "kysely";
import { sign } from "#app/platform/signature.server.ts";
import type { Db } from "#db/connection.ts";

export async function readUser(db: Db, email: string) {
  return db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
}

/** Returns a customer’s sales, oldest first. */
export async function readSales(db: Db, email: string) {
  return db
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.seller_id")
    .selectAll("transactions")
    .where("users.email", "=", email)
    .orderBy("transactions.created_at")
    .execute();
}

export async function readSale(db: Db, email: string) {
  const sales = await readSales(db, email);
  expect(sales).toHaveLength(1);
  return sales[0]!;
}

export async function readPurchases(db: Db, email: string) {
  return db
    .selectFrom("purchase_intents")
    .innerJoin("users", "users.id", "purchase_intents.buyer_id")
    .selectAll("purchase_intents")
    .where("users.email", "=", email)
    .orderBy("purchase_intents.created_at")
    .execute();
}

export async function readPurchase(db: Db, email: string) {
  const purchases = await readPurchases(db, email);
  expect(purchases).toHaveLength(1);
  return purchases[0]!;
}

export async function readParties(db: Db, purchase_intent_id: string) {
  return db
    .selectFrom("parties")
    .leftJoin("addresses", "addresses.id", "parties.correspondence_address_id")
    .select(["kind", "first_name", "amount_pounds", "relationship", "postcode"])
    .where("purchase_intent_id", "=", purchase_intent_id)
    .orderBy("kind")
    .orderBy("position")
    .execute();
}

export async function readOrders(db: Db, transaction_id: string) {
  return db.selectFrom("orders").selectAll().where("transaction_id", "=", transaction_id).execute();
}

/** Expects the customer’s only sale to have one order, which one payment has paid in full. */
export async function expectPaidOnce(db: Db, email: string) {
  const sale = await readSale(db, email);
  const orders = await readOrders(db, sale.id);
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({ total_amount_pence: 24_000, review: null });
  const names = await readEventNames(db, sale.id);
  expect(names.filter((name) => name === "payment_successful")).toHaveLength(1);
}

/** Returns the id of a sale’s latest payment in Stripe’s double. */
export async function readPayment(db: Db, transaction_id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from doubles.records
    where vendor = 'stripe' and kind = 'payment_intent'
      and value->'metadata'->>'transaction_id' = ${transaction_id}
    order by position desc limit 1`.execute(db);
  if (!rows[0]) throw new Error("Stripe’s double has no payment of this sale");
  return rows[0].id;
}

export async function readEventNames(db: Db, transaction_id: string) {
  const events = await db
    .selectFrom("events")
    .select("event_name")
    .where("transaction_id", "=", transaction_id)
    .orderBy("date_time")
    .orderBy("id")
    .execute();
  return events.map(({ event_name }) => event_name);
}

export async function expectEvents(db: Db, transaction_id: string, names: string[]) {
  expect(await readEventNames(db, transaction_id)).toEqual(names);
}

/** Backdates an email address’s rate-limit tokens by this many seconds. */
export async function letLimitsPass(db: Db, email: string, seconds: number) {
  const limits = ["link-minute", "link-five-minutes", "link-day"];
  const keys = limits.map((limit) => sign("limit", `${limit}:${email}`));
  await db
    .updateTable("rate_limits")
    .set({ window_start: sql`window_start - make_interval(secs => ${seconds})` })
    .where("key", "in", keys)
    .execute();
}
