import { afterEach, beforeEach, expect, test } from "vitest";
import { getDocument, putDocument } from "#app/clients/documents.server.ts";
import { env } from "#app/platform/env.server.ts";
import { deleteDocuments, purge } from "#app/jobs/purge.server.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { sql } from "kysely";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));
afterEach(() => {
  env.RETENTION = "count";
});

const FILE = new TextEncoder().encode("%PDF-1.4 a bill %%EOF");
const first = { number: 1, isLast: false };
const ago = (months: number) => new Date(Date.now() - months * 31 * 24 * 60 * 60 * 1000);
const keyOf = (email: string) => `test/emails/${email}/${"a".repeat(64)}.pdf`;

const ALL_KEPT = [
  ["kept"],
  ["kept"],
  ["kept", "kept: a matter's", "kept: an account's", "kept: not sent"],
  ["kept", "kept: a matter's"],
];

test("the retention job counts data past its retention period and deletes none until RETENTION is set", async () => {
  await insertOldAndNew();
  const before = await left();

  expect(await run()).toContain(
    'Only counted, while RETENTION is "count": 0 privacy requests, 0 correction requests, 0 erased people, 1 contact requests, 1 leads, 2 inbound emails, 1 email log, 0 transactions,',
  );

  expect(await left()).toEqual(before);
  const report = await db.selectFrom("retention_runs").selectAll().executeTakeFirstOrThrow();
  expect(report.only_counted).toMatchObject({
    contact_requests: 1,
    leads: 1,
    inbound_emails: 2,
    email_log: 1,
  });
});

test("the retention job erases data with its files once, and keeps data of a matter or an account", async () => {
  await insertOldAndNew();
  env.RETENTION = "erase";

  expect(await run()).toContain("1 contact requests, 1 leads, 2 inbound emails, 1 email log");
  await deleteFiles();

  expect(await left()).toEqual(ALL_KEPT);
  expect(await getDocument(keyOf("alone"))).toBeNull();
  expect(await getDocument(keyOf("shared"))).toEqual(FILE);

  expect(await run()).toContain("0 contact requests, 0 leads, 0 inbound emails, 0 email log");
  expect(await left()).toEqual(ALL_KEPT);
  const reports = await db.selectFrom("retention_runs").select("deleted").execute();
  expect(reports).toHaveLength(2);
});

async function insertEmail(
  message_id: string,
  received_at: Date,
  of: { matter?: string; key?: string },
) {
  const { id } = await db
    .insertInto("inbound_emails")
    .values({
      message_id,
      from_email: "stranger@example.com",
      subject: message_id,
      received_at,
      transaction_id: of.matter ?? null,
      match_type: of.matter ? "participant" : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!of.key) return;
  await putDocument(of.key, FILE);
  await db
    .insertInto("inbound_attachments")
    .values({
      email_id: id,
      position: 1,
      file_name: "bill.pdf",
      file_type: "pdf",
      size_bytes: FILE.length,
      s3_document_key: of.key,
      sha256: "a".repeat(64),
    })
    .execute();
}

/** Inserts, for each kind, a record past its retention period ("gone") and others to keep. */
async function insertOldAndNew() {
  const { id: user_id } = await insertPerson(db, "ada@example.com");
  const { id: matter } = await insertSale(db, user_id);
  const estate_agent_id = await insertAgent(db);
  await db
    .insertInto("contact_requests")
    .values([
      {
        full_name: "gone",
        email: "a@example.com",
        message: "Hello",
        referrer: "",
        created_at: ago(25),
      },
      {
        full_name: "kept",
        email: "a@example.com",
        message: "Hello",
        referrer: "",
        created_at: ago(22),
      },
    ])
    .execute();
  const lead = {
    estate_agent_id,
    property_address: "1 Arch Street, Bath",
    initial_asking_price_pounds: 300_000,
    seller_1_email: "ada@example.com",
    seller_1_phone: "+447400123456",
  };
  await db
    .insertInto("leads")
    .values([
      { ...lead, seller_1_name: "gone", created_at: ago(25) },
      { ...lead, seller_1_name: "kept", created_at: ago(22) },
    ])
    .execute();
  const sent = { name: "contact_request", status: "sent", recipient: "a@example.com" } as const;
  await db
    .insertInto("email_log")
    .values([
      { ...sent, dedupe_key: "gone", created_at: ago(13) },
      { ...sent, dedupe_key: "kept", created_at: ago(11) },
      { ...sent, dedupe_key: "kept: not sent", status: "queued", created_at: ago(13) },
      { ...sent, dedupe_key: "kept: an account's", user_id, created_at: ago(13) },
      { ...sent, dedupe_key: "kept: a matter's", transaction_id: matter, created_at: ago(13) },
    ])
    .execute();
  await insertEmail("gone", ago(13), { key: keyOf("alone") });
  await insertEmail("gone too", ago(13), { key: keyOf("shared") });
  await insertEmail("kept", ago(11), {});
  await insertEmail("kept: a matter's", ago(13), { matter, key: keyOf("shared") });
}

async function left() {
  const [requests, leads, sent, emails] = await Promise.all([
    db.selectFrom("contact_requests").select("full_name as name").execute(),
    db.selectFrom("leads").select("seller_1_name as name").execute(),
    db.selectFrom("email_log").select("dedupe_key as name").orderBy("dedupe_key").execute(),
    db.selectFrom("inbound_emails").select("message_id as name").orderBy("message_id").execute(),
  ]);
  return [requests, leads, sent, emails].map((rows) => rows.map(({ name }) => name));
}

async function run() {
  return purge.handle({}, first);
}

async function deleteFiles() {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs
    join graphile_worker._private_tasks on _private_tasks.id = task_id
    where identifier = 'delete-documents'`.execute(db);
  for (const { payload } of rows) {
    expect(deleteDocuments.payload.parse(payload).keys).toHaveLength(2);
    await deleteDocuments.handle(payload, first);
  }
}
