import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { getDocument, putDocument } from "#app/clients/documents.server.ts";
import { countEndings, RETENTION_RULES } from "#app/domain/privacy/retention-due.server.ts";
import { planErasure } from "#app/domain/privacy/erasure-plan.server.ts";
import { RETENTION_PERIODS } from "#app/domain/privacy/retention-periods.server.ts";
import { env } from "#app/platform/env.server.ts";
import { deleteExpired } from "#app/jobs/retention.server.ts";
import { deleteDocuments, purge } from "#app/jobs/purge.server.ts";
import type { DB } from "#db/types.d.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { insertDocument } from "#tests/support/stored-documents.ts";
import { emptyTables, useTestDatabase, withoutTriggers } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn } from "#tests/support/sign-in.ts";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true }));

const { db } = useTestDatabase();
useDoubles();
beforeEach(() => emptyTables(db));
afterEach(() => {
  env.RETENTION = "count";
});

type Name = (typeof RETENTION_RULES)[number]["table"];
const ending = (table: Name) => RETENTION_RULES.find((one) => one.table === table)!;
const count = (table: Name, today?: string) => countEndings(db, ending(table), { today });
const end = (table: Name, today?: string) => deleteExpired(db, ending(table), { today });
const runPurge = () => purge.handle({}, { number: 1, isLast: false });

const before = (life: { after: string }, less = "0 days") =>
  sql<Date>`(now() at time zone 'Europe/London')::date - ${life.after}::interval + ${less}::interval`;

function setTime(table: keyof DB, id: string, columns: Record<string, RawBuilder<Date> | string>) {
  const changes = Object.entries(columns).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  return withoutTriggers(db, (trx) =>
    sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}`.execute(trx),
  );
}

async function aMatter(paid = true) {
  const seller = await insertPerson(db, `${crypto.randomUUID()}@example.com`);
  const buyer = await insertPerson(db, `${crypto.randomUUID()}@example.com`);
  const sale = await insertSale(db, seller.id);
  const purchase = paid ? await insertPurchase(db, sale, buyer.id, true) : null;
  await db
    .insertInto("orders")
    .values({
      transaction_id: sale.id,
      payment_type: "stripe_direct",
      total_amount_pence: 1,
      ...(paid && { stripe_transaction_status: "succeeded", paid_at: sql`now()` }),
    })
    .execute();
  return { id: sale.id, purchase: purchase?.id ?? "", seller, buyer };
}

const OLD = "2001-01-01T12:00:00Z";

async function lastTouched(id: string, at: RawBuilder<Date> | string) {
  await setTime("transactions", id, { created_at: OLD, updated_at: at });
  await withoutTriggers(db, (trx) =>
    sql`update orders set updated_at = ${OLD} where transaction_id = ${id}`.execute(trx),
  );
}

describe("the retention of a matter", () => {
  test.each([
    ["2016-11-26", "not due", "2026-11-25", 0],
    ["2016-11-26", "due", "2026-11-26", 1],
    ["2016-11-26", "due", "2026-11-27", 1],
    ["2016-02-29", "not due", "2026-02-27", 0],
    ["2016-02-29", "due", "2026-02-28", 1],
    ["2018-02-28", "not due", "2028-02-27", 0],
    ["2018-02-28", "due", "2028-02-28", 1],
  ])(
    "a matter that was completed or aborted on %s is %s for deletion on %s (H-067)",
    async (day, _state, today, due) => {
      const { id, purchase } = await aMatter();
      await setTime("purchase_intents", purchase, { completed: day });
      expect(await count("transactions", today)).toBe(due);
      await setTime("purchase_intents", purchase, { completed: sql`null`, aborted: day });
      expect(await count("transactions", today)).toBe(due);
      expect(id).toMatch(/^[0-9a-f]{24}$/);
    },
  );

  test.each([
    ["2024-02-29", "not due", "2026-02-27", 0],
    ["2024-02-29", "due", "2026-02-28", 1],
    ["2024-11-26", "not due", "2026-11-25", 0],
    ["2024-11-26", "due", "2026-11-26", 1],
  ])(
    "a matter that was never paid for and last changed on %s is %s for deletion on %s",
    async (day, _state, today, due) => {
      const { id } = await aMatter(false);
      await lastTouched(id, day);
      expect(await count("transactions", today)).toBe(due);
    },
  );

  test("a paid matter without an end is due for deletion ten years after its last change", async () => {
    const { id } = await aMatter();
    await withoutTriggers(db, (trx) =>
      sql`update purchase_intents set created_at = ${OLD}, updated_at = ${OLD}`.execute(trx),
    );
    await lastTouched(id, "2016-11-26");
    expect(await count("transactions", "2026-11-25")).toBe(0);
    expect(await count("transactions", "2026-11-26")).toBe(1);
  });

  test("a matter is not due for deletion while a payment is processing or a payment review refers to it", async () => {
    const { id } = await aMatter(false);
    await lastTouched(id, "2016-11-26");
    expect(await count("transactions", "2026-11-27")).toBe(1);
    const orders = (status: string | null) =>
      withoutTriggers(db, (trx) =>
        sql`update orders set stripe_transaction_status = ${status}`.execute(trx),
      );
    await orders("processing");
    expect(await count("transactions", "2026-11-27")).toBe(0);
    await orders(null);
    const other = await aMatter();
    const order = await db
      .selectFrom("orders")
      .select("id")
      .where("transaction_id", "=", other.id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("payment_reviews")
      .values({ order_id: order.id, other_transaction_id: id, reason: "home_with_us" })
      .execute();
    await lastTouched(id, "2020-11-26");
    expect(await count("transactions", "2026-11-27")).toBe(0);
  });

  test("a matter is not due for deletion if staff have continued it with another buyer", async () => {
    const { id, purchase, buyer } = await aMatter();
    await setTime("purchase_intents", purchase, { aborted: "2010-01-01", is_active: sql`false` });
    const { property_id } = await db
      .selectFrom("transactions")
      .select("property_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(await count("transactions")).toBe(1);
    await insertPurchase(db, { id, property_id }, buyer.id, true);
    expect(await count("transactions")).toBe(0);
  });
});

test.each([
  ["2021-11-26", "not due", "2026-11-25", 0],
  ["2021-11-26", "due", "2026-11-26", 1],
  ["2020-02-29", "not due", "2025-02-27", 0],
  ["2020-02-29", "due", "2025-02-28", 1],
])(
  "the identity checks of a matter that ended on %s are %s for deletion on %s",
  async (day, _state, today, due) => {
    const { id, purchase } = await aMatter();
    await insertCheck(id);
    await setTime("purchase_intents", purchase, { completed: day });
    expect(await count("identity_checks", today)).toBe(due);
    expect(await end("identity_checks", today)).toBe(due);
    expect(await db.selectFrom("identity_checks").select("id").execute()).toHaveLength(1 - due);
    expect(await db.selectFrom("transactions").select("id").execute()).toHaveLength(1);
  },
);

describe("the retention of an account", () => {
  test.each([
    ["2016-02-29", "not due", "2026-02-27", 0],
    ["2016-02-29", "due", "2026-02-28", 1],
  ])(
    "an account without a matter, last used on %s, is %s for erasure on %s (H-068)",
    async (day, _state, today, due) => {
      const { id } = await signIn(db);
      await setTime("users", id, { created_at: OLD, last_signed_in_at: `${day}T12:00:00Z` });
      expect(await count("users", today)).toBe(due);
      const { id: colleague } = await signIn(db, { type: "admin" });
      await setTime("users", colleague, { created_at: OLD, last_signed_in_at: `${day}T12:00:00Z` });
      expect(await count("users", today)).toBe(due);
      await setTime("users", colleague, { deactivated_at: `${day}T12:00:00Z`, active: sql`false` });
      expect(await count("users", today)).toBe(2 * due);
    },
  );

  test("an account with a matter is not due for erasure", async () => {
    const { seller, buyer } = await aMatter();
    for (const { id } of [seller, buyer]) await setTime("users", id, { created_at: OLD });
    expect(await count("users")).toBe(0);
  });

  test.each([
    ["2024-02-29", "not due", "2025-02-27", 0],
    ["2024-02-29", "due", "2025-02-28", 1],
  ])(
    "an account that was created on %s and never used is %s for deletion on %s, and a later invitation postpones this",
    async (day, _state, today, due) => {
      const { id } = await insertPerson(db, "never@example.com");
      await db.updateTable("users").set({ active: false }).where("id", "=", id).execute();
      await setTime("users", id, { created_at: `${day}T12:00:00Z` });
      expect(await count("users", today)).toBe(due);
      await db
        .insertInto("invitations")
        .values({
          role: "sell",
          user_id: id,
          invited_by: id,
          new_user: true,
          status: "sent",
          created_at: new Date("2025-02-01"),
        })
        .execute();
      expect(await count("users", today)).toBe(0);
    },
  );

  test("deleting an unused account deletes no other records with the same email", async () => {
    const email = "val@example.com";
    const { id } = await insertPerson(db, email);
    await db.updateTable("users").set({ active: false }).where("id", "=", id).execute();
    await setTime("users", id, { created_at: "2020-01-01T12:00:00Z" });
    const estate_agent_id = await insertAgent(db);
    const val = { estate_agent_id, first_name: "Val", email, primary_valuer: false };
    await db
      .insertInto("valuers")
      .values({ ...val, is_subscribed: true })
      .execute();
    await db
      .insertInto("contact_requests")
      .values({ full_name: "Val", email, message: "How long?", referrer: "" })
      .execute();
    await db
      .insertInto("email_log")
      .values([
        { name: "magic_link_sign_up", recipient: email, user_id: id, status: "sent" },
        { name: "weekly_leads", recipient: email, status: "sent" },
      ])
      .execute();
    expect(await end("users")).toBe(1);
    expect(await tablesContaining(email)).toEqual(["contact_requests", "email_log", "valuers"]);
    const valuers = db.selectFrom("valuers").select("is_subscribed").where("email", "=", email);
    expect(await valuers.execute()).toEqual([{ is_subscribed: true }]);
    expect(await db.selectFrom("email_log").select("name").execute()).toEqual([
      { name: "weekly_leads" },
    ]);
  });

  test("an account without a matter is erased once an erasure request from its owner has been granted", async () => {
    const { id } = await signIn(db);
    const { id: staff } = await signIn(db, { type: "admin" });
    const decided = { status: "erased", decided_by: staff, decided_at: new Date() } as const;
    await db
      .insertInto("privacy_requests")
      .values({ user_id: id, ...decided })
      .execute();
    expect(await end("users")).toBe(1);
    expect(await count("users")).toBe(0);
  });
});

describe("the retention of a law firm and an estate agent", () => {
  test("a law firm and an office without matters are deleted ten years after creation, together with their people", async () => {
    const { law_firm, group, office } = await insertPartners();
    expect(await count("lawyer_groups", "2026-11-25")).toBe(0);
    expect(await count("lawyer_groups", "2026-11-26")).toBe(1);
    const { id } = await aMatter();
    const have = {
      seller_lawyer_group_id: group,
      estate_agent_id: office,
      estate_agent_status: "assigned",
    } as const;
    await db.updateTable("transactions").set(have).where("id", "=", id).execute();
    expect(await count("lawyer_groups", "2026-11-26")).toBe(0);
    expect(await count("estate_agents", "2026-11-26")).toBe(0);
    const none = {
      seller_lawyer_group_id: null,
      estate_agent_id: null,
      estate_agent_status: "pending",
    } as const;
    await db.updateTable("transactions").set(none).where("id", "=", id).execute();
    expect(await count("law_firms", "2026-11-26")).toBe(0);
    for (const table of ["lawyer_groups", "law_firms", "estate_agents"] as const) {
      expect(await end(table, "2026-11-26")).toBe(1);
    }
    for (const gone of [law_firm, group, office]) {
      expect(await tablesContaining(gone)).toEqual(["audit_log"]);
    }
    expect(await db.selectFrom("valuers").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("lawyer_group_members").select("id").execute()).toEqual([]);
  });
});

describe("the events of a matter", () => {
  const deleteEvents = (id: string, named: string | null) =>
    db.transaction().execute(async (trx) => {
      if (named !== null) {
        await sql`select set_config('fanlight.ended_matter', ${named}, true)`.execute(trx);
      }
      await trx.deleteFrom("events").where("transaction_id", "=", id).execute();
    });

  test.each([
    ["a paid-for, completed matter", true, RETENTION_PERIODS.matter],
    ["a matter that has not been paid for", false, RETENTION_PERIODS.begun],
  ])(
    "the events of %s can be deleted only in a transaction that names the matter, and not before it is due",
    async (_what, paid, life) => {
      const { id, purchase } = await aMatter(paid);
      await db
        .insertInto("events")
        .values({
          transaction_id: id,
          event_name: "note",
          type: "seller",
          author: "system",
          date_time: OLD,
        })
        .execute();
      const endOn = (day: RawBuilder<Date>) =>
        paid ? setTime("purchase_intents", purchase, { completed: day }) : lastTouched(id, day);
      await endOn(before(life, "2 days"));
      await expect(deleteEvents(id, id)).rejects.toThrow("append-only");
      await endOn(before(life, "-2 days"));
      await expect(deleteEvents(id, null)).rejects.toThrow("append-only");
      await expect(deleteEvents(id, "0".repeat(24))).rejects.toThrow("append-only");
      await expect(
        db.updateTable("events").set({ comments: "x" }).where("transaction_id", "=", id).execute(),
      ).rejects.toThrow("append-only");
      await deleteEvents(id, id);
      expect(await db.selectFrom("events").select("id").execute()).toEqual([]);
    },
  );
});

describe("a nightly run", () => {
  async function twoMatters() {
    const [gone, kept] = [await fullMatter(db), await fullMatter(db)];
    const paid = { review: null, paid_at: new Date(), stripe_transaction_status: "succeeded" };
    await db.updateTable("orders").set(paid).where("transaction_id", "=", gone.id).execute();
    await db
      .updateTable("payment_reviews")
      .set({ closed_at: new Date() })
      .where("reason", "=", "home_with_us")
      .execute();
    await setTime("purchase_intents", gone.purchase_intent_id, {
      completed: before(RETENTION_PERIODS.matter, "-1 day"),
    });
    return { gone, kept };
  }

  const everyId = async (id: string) => {
    const { rows } = await sql<{ id: string }>`
      select ${id}::text as id
      union select id from purchase_intents where transaction_id = ${id}
      union select property_id from transactions where id = ${id}
      union select address_id from properties join transactions on property_id = properties.id where transactions.id = ${id}
      union select id from parties where transaction_id = ${id}
      union select correspondence_address_id from parties where transaction_id = ${id} and correspondence_address_id is not null
      union select id from orders where transaction_id = ${id}
      union select id from searches where transaction_id = ${id}
      union select letter_id from solicitor_letter_matters where transaction_id = ${id}
      union select id from inbound_emails where transaction_id = ${id}`.execute(db);
    return rows.map((row) => row.id);
  };

  test("the nightly run only counts the rows that are due unless erasing is enabled", async () => {
    const { gone } = await twoMatters();
    expect(await runPurge()).toContain(
      "1 transactions, 2 identity checks, 0 users, 0 lawyer groups",
    );
    expect(await everyId(gone.id)).not.toHaveLength(1);
  });

  test("the nightly run deletes every row and file of a due matter, except audit rows, and leaves other matters unchanged", async () => {
    const { gone, kept } = await twoMatters();
    const ids = await everyId(gone.id);
    expect(ids.length).toBeGreaterThan(12);
    const others = await rowsOf(kept.id);
    const report = "test/transactions/1/reports/a.pdf";
    await db
      .updateTable("reports")
      .set({ s3_document_key: report })
      .where("transaction_id", "=", gone.id)
      .execute();
    await putDocument(report, new TextEncoder().encode("%PDF-1.4 %%EOF"));
    const preview = "test/transactions/1/documents/a-preview.jpg";
    const photo = {
      file_type: "jpg",
      conversion: "done",
      converted_document_key: preview,
    } as const;
    const { key: upload } = await insertDocument(db, { transaction_id: gone.id, ...photo });
    const { key: otherUpload } = await insertDocument(db, { transaction_id: kept.id });

    env.RETENTION = "erase";
    expect(await runPurge()).toContain(
      "1 transactions, 0 identity checks, 0 users, 0 lawyer groups",
    );
    await runDeletions();

    const left = await Promise.all(ids.map(tablesContaining));
    expect(new Set(left.flat())).toEqual(new Set(["audit_log"]));
    for (const key of [report, upload, preview]) expect(await getDocument(key)).toBeNull();
    expect(await getDocument(otherUpload)).not.toBeNull();
    await db.deleteFrom("documents").where("s3_document_key", "=", otherUpload).execute();
    expect(await rowsOf(kept.id)).toEqual(others);
    const [entry] = await db
      .selectFrom("audit_log")
      .select(["actor_kind", "actor_id", "subject_id"])
      .where("action", "=", "matter_ended")
      .where("subject_id", "=", gone.id)
      .execute();
    expect(entry).toEqual({ actor_kind: "system", actor_id: null, subject_id: gone.id });
    expect(await runPurge()).toContain("0 transactions, 0 identity checks, 0 users");
  });

  test("the nightly run erases people after their last matter, stores a tombstone, and leaves nothing that names them", async () => {
    const { gone } = await twoMatters();
    const { seller } = gone;
    const old = { created_at: OLD, last_signed_in_at: before(RETENTION_PERIODS.account, "-1 day") };
    await setTime("users", seller.id, old);
    env.RETENTION = "erase";
    expect(await runPurge()).toContain("1 transactions, 0 identity checks, 1 users");
    expect(await tablesContaining(seller.email)).toEqual([]);
    expect(await tablesContaining(seller.id)).toEqual(["audit_log", "search_words", "users"]);
    expect(await db.selectFrom("erased_people").select("keeps").execute()).toEqual([{ keeps: [] }]);
    expect(await planErasure(db, seller.id)).toEqual({
      under_way: [],
      keeps: [],
      account: "nothing",
    });
  });

  test("the nightly run deletes an email about several matters only with the last of them", async () => {
    const [one, two] = [await aMatter(), await aMatter()];
    const values = {
      name: "seller_introduction",
      recipient: "a@example.com",
      status: "sent",
    } as const;
    const of = (ids: string[]) => JSON.stringify({ transaction_ids: ids });
    const created_at = new Date(OLD);
    await db
      .insertInto("email_log")
      .values([
        { ...values, body_text: "Hello", subject: "S", props: of([one.id, two.id]), created_at },
        { ...values, body_text: null, props: of([one.id, two.id]), created_at },
      ])
      .execute();
    env.RETENTION = "erase";
    const bodyTexts = () => db.selectFrom("email_log").select("body_text").execute();
    await setTime("purchase_intents", one.purchase, { completed: "2001-01-01" });
    expect(await runPurge()).toMatch(/ 1 email log, .* 1 transactions/);
    expect(await bodyTexts()).toEqual([{ body_text: "Hello" }]);
    await setTime("purchase_intents", two.purchase, { completed: "2001-01-01" });
    expect(await runPurge()).toMatch(/ 0 email log, .* 1 transactions/);
    expect(await bodyTexts()).toEqual([]);
  });

  test("the nightly run retries a failed deletion on the next night and continues with the other deletions", async () => {
    const matters = [await aMatter(), await aMatter(), await aMatter()];
    for (const { purchase } of matters) {
      await setTime("purchase_intents", purchase, { completed: "2001-01-01" });
    }
    const stuck = matters.map(({ id }) => id).sort()[0]!;
    await sql`create table holds (id object_id references transactions)`.execute(db);
    await sql`insert into holds values (${stuck})`.execute(db);
    expectError(/retention: delete failed/);
    expect(await end("transactions")).toBe(2);
    await sql`drop table holds`.execute(db);
    expect(await end("transactions")).toBe(1);
  });
});

async function tablesContaining(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} as each where strpos(to_jsonb(each)::text, ${text}) > 0 limit 1`.execute(
      db,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function rowsOf(id: string) {
  const counts: Record<string, number> = {};
  for (const table of await tablesContaining(id)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} as each
      where strpos(to_jsonb(each)::text, ${id}) > 0`.execute(db);
    counts[table] = rows[0]!.count;
  }
  return counts;
}

async function runDeletions() {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs
    join graphile_worker._private_tasks on _private_tasks.id = task_id
    where identifier = 'delete-documents'`.execute(db);
  for (const { payload } of rows)
    await deleteDocuments.handle(payload, { number: 1, isLast: false });
}

async function insertCheck(transaction_id: string) {
  await db
    .insertInto("identity_checks")
    .values({
      transaction_id,
      person_type: "seller",
      first_name: "Ada",
      last_name: "Byron",
      email: "ada@example.com",
      phone_number: "+447400123456",
      status: "complete",
      thirdfort_id: crypto.randomUUID(),
    })
    .execute();
}

async function insertPartners() {
  const { id: law_firm } = await db
    .insertInto("law_firms")
    .values({ name: "Gray & Co" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: group } = await db
    .insertInto("lawyer_groups")
    .values({ law_firm_id: law_firm, name: "The group" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("lawyer_group_members")
    .values({
      lawyer_group_id: group,
      kind: "solicitor",
      first_name: "Sol",
      last_name: "Gray",
      email: "sol@example.com",
      position: 0,
    })
    .execute();
  const office = await insertAgent(db);
  await db
    .insertInto("valuers")
    .values({ estate_agent_id: office, first_name: "Val", primary_valuer: false })
    .execute();
  for (const [table, id] of [
    ["law_firms", law_firm],
    ["lawyer_groups", group],
    ["estate_agents", office],
  ] as const) {
    await setTime(table, id, { created_at: "2016-11-26T12:00:00Z" });
  }
  return { law_firm, group, office };
}
