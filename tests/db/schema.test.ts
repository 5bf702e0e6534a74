import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();

test("ids are unique, have 24 lowercase hexadecimal characters and begin with the time of creation", async () => {
  const { rows } = await sql<{ id: string }>`
    select new_id() as id from generate_series(1, 500)`.execute(db);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(500);
  for (const { id } of rows) expect(id).toMatch(/^[0-9a-f]{24}$/);
  const seconds = parseInt(rows[0]!.id.slice(0, 8), 16);
  expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60);
  await expect(
    db
      .insertInto("users")
      .values({ id: "X".repeat(24), email: "x@example.com", first_name: "A", last_name: "B" })
      .execute(),
  ).rejects.toThrow(/object_id_check/);
});

test("the audit log rejects updates, deletes and truncation", async () => {
  await db
    .insertInto("audit_log")
    .values({ actor_kind: "system", action: "made", subject_type: "user", subject_id: "1" })
    .execute();
  const entry = await db.selectFrom("audit_log").selectAll().executeTakeFirstOrThrow();
  expect(entry.id).toBe(1);
  const refusal = /audit_log is append-only/;
  await expect(db.updateTable("audit_log").set({ action: "no" }).execute()).rejects.toThrow(
    refusal,
  );
  await expect(db.deleteFrom("audit_log").execute()).rejects.toThrow(refusal);
  await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow(refusal);
});

test("an event cannot be changed or deleted, and moves to another matter only with its purchase", async () => {
  const seller = await insertPerson(db, "events-seller@example.com");
  const buyer = await insertPerson(db, "events-buyer@example.com");
  const [sale, other] = [await insertSale(db, seller.id), await insertSale(db, seller.id)];
  const { id: purchase_intent_id } = await insertPurchase(db, sale, buyer.id, false);
  const event = {
    transaction_id: sale.id,
    event_name: "sale_agreed",
    type: "buyer",
    author: "admin",
  } as const;
  await db
    .insertInto("events")
    .values([event, { ...event, purchase_intent_id }])
    .execute();
  const refusal = /events is append-only/;
  const change = (row: object) =>
    db.updateTable("events").set(row).where("transaction_id", "=", sale.id);
  await expect(change({ comments: "no" }).execute()).rejects.toThrow(refusal);
  await expect(change({ transaction_id: other.id }).execute()).rejects.toThrow(refusal);
  await expect(
    db.deleteFrom("events").where("transaction_id", "=", sale.id).execute(),
  ).rejects.toThrow(refusal);
  await db
    .updateTable("purchase_intents")
    .set({ transaction_id: other.id, property_id: other.property_id })
    .where("id", "=", purchase_intent_id)
    .execute();
  const its = change({ transaction_id: other.id }).where(
    "purchase_intent_id",
    "=",
    purchase_intent_id,
  );
  expect((await its.executeTakeFirst()).numUpdatedRows).toBe(1n);
  await expect(change({ transaction_id: other.id }).execute()).rejects.toThrow(refusal);
});

test("an email address belongs to one person, ignoring case", async () => {
  await insertPerson(db, "twice@example.com");
  await expect(insertPerson(db, "Twice@Example.COM")).rejects.toThrow(/users_email_key/);
});

test("a sale has at most one active purchase", async () => {
  const seller = await insertPerson(db, "seller@example.com");
  const buyer = await insertPerson(db, "buyer@example.com");
  const sale = await insertSale(db, seller.id);
  await insertPurchase(db, sale, buyer.id, true);
  await insertPurchase(db, sale, buyer.id, false);
  await expect(insertPurchase(db, sale, buyer.id, true)).rejects.toThrow(
    /purchase_intents_one_active/,
  );
});

test.each([
  ["transaction_created", "cannot", false],
  ["payment_successful", "cannot", false],
  ["referral_code_applied", "cannot", false],
  ["draft_contract_sent", "can", true],
])("the event %s %s be recorded twice for one sale", async (event_name, _can, twice) => {
  const seller = await insertPerson(db, `${event_name}@example.com`);
  const sale = await insertSale(db, seller.id);
  const record = () =>
    db
      .insertInto("events")
      .values({ transaction_id: sale.id, event_name, type: "seller", author: "system" })
      .execute();
  await record();
  if (twice) await expect(record()).resolves.toBeDefined();
  else await expect(record()).rejects.toThrow(/events_once_per_sale/);
});

test("a query returns a DATE as text, a count as a number, and a timestamp as a Date", async () => {
  const seller = await insertPerson(db, "dates@example.com");
  const purchase = await insertPurchase(db, await insertSale(db, seller.id), seller.id, false);
  expect(purchase.sale_agreed).toBe("2026-03-29");
  expect(purchase.created_at).toBeInstanceOf(Date);
  const { count } = await db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBeTypeOf("number");
  await expect(sql`select 9007199254740993::bigint`.execute(db)).rejects.toThrow(/too large/);
});

test("a day in SQL is a day in UTC, regardless of the server’s time zone", async () => {
  const { rows } = await sql`select current_setting('TimeZone') as zone`.execute(db);
  expect(rows).toEqual([{ zone: "UTC" }]);
});
