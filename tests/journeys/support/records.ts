import { expect } from "@playwright/test";
import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** What the database has to say of a journey. */

export async function readUser(db: Db, email: string) {
  return db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
}

/** The sales of a customer, the oldest first. */
export async function readSales(db: Db, email: string) {
  return db
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.seller_id")
    .selectAll("transactions")
    .where("users.email", "=", email)
    .orderBy("transactions.created_at")
    .execute();
}

/** The only sale of a customer. */
export async function readSale(db: Db, email: string) {
  const sales = await readSales(db, email);
  expect(sales).toHaveLength(1);
  return sales[0]!;
}

export async function readOrders(db: Db, transaction_id: string) {
  return db.selectFrom("orders").selectAll().where("transaction_id", "=", transaction_id).execute();
}

export async function expectEvents(db: Db, transaction_id: string, names: string[]) {
  const events = await db
    .selectFrom("events")
    .select("event_name")
    .where("transaction_id", "=", transaction_id)
    .orderBy("date_time")
    .orderBy("id")
    .execute();
  expect(events.map(({ event_name }) => event_name)).toEqual(names);
}

/** Lets the limits on an address of the post forget that long. */
export async function letLimitsPass(db: Db, email: string, seconds: number) {
  await db
    .updateTable("rate_limits")
    .set({ window_start: sql`window_start - make_interval(secs => ${seconds})` })
    .where("key", "like", `%:${email}`)
    .execute();
}
