import { type RawBuilder, sql } from "kysely";
import { queueDeletion } from "#app/queue/delete-documents.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { NightlyRule } from "./retention-periods.server.ts";

export type Due = NightlyRule & { after: string };

// Number of rows that one statement deletes. It is small enough for the statement timeout and for
// short row locks.
const BATCH = 5_000;

/** Counts the rows of a table that are past their retention period. */
export async function countDue(db: Db, due: Due): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(due.table)} where ${isDue(due)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Deletes the rows that are past their retention period in batches, and queues the deletion of
 * their files. Returns the number of deleted rows.
 */
export async function deleteDue(db: Db, due: Due): Promise<number> {
  for (let deleted = 0; ;) {
    const batch = await inTransaction(db, (trx) => deleteBatch(trx, due));
    deleted += batch;
    if (batch < BATCH) return deleted;
  }
}

async function deleteBatch(trx: Db, due: Due): Promise<number> {
  const table = sql.table(due.table);
  const some = sql`select ctid from ${table} where ${isDue(due)} limit ${BATCH} for update`;
  if (due.table === "data_copies" || due.table === "erased_people") {
    return deleteNamingFiles(trx, table, some);
  }
  if (due.table !== "inbound_emails") {
    const { numAffectedRows = 0n } =
      await sql`delete from ${table} where ctid = any(array(${some}))`.execute(trx);
    return Number(numAffectedRows);
  }
  const { rows } = await sql<{ id: string }>`
    select id from ${table} where ctid = any(array(${some}))`.execute(trx);
  await deleteInboundEmails(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

async function deleteNamingFiles(trx: Db, table: RawBuilder<unknown>, some: RawBuilder<unknown>) {
  const { rows } = await sql<{ key: string | null }>`
    delete from ${table} where ctid = any(array(${some})) returning s3_document_key as key`.execute(
    trx,
  );
  await queueDeletion(
    trx,
    rows.flatMap(({ key }) => key ?? []),
  );
  return rows.length;
}

/**
 * Deletes received emails with their files and messages. A conversation with a sender is deleted
 * with its last email.
 */
export async function deleteInboundEmails(trx: Db, ids: readonly string[]) {
  if (ids.length === 0) return;
  const files = await trx
    .selectFrom("inbound_attachments")
    .select("s3_document_key as key")
    .distinct()
    .where("email_id", "in", ids)
    .where("s3_document_key", "is not", null)
    .$narrowType<{ key: string }>()
    .execute();
  const conversations = await trx
    .selectFrom("messages")
    .select("conversation_id")
    .distinct()
    .where("inbound_email_id", "in", ids)
    .execute();
  await trx.deleteFrom("inbound_emails").where("id", "in", ids).execute();
  await sql`
    delete from conversations
    where id = any(${conversations.map((row) => row.conversation_id)}::text[])
      and transaction_id is null
      and not exists (select from messages
        where conversation_id = conversations.id and inbound_email_id is not null)`.execute(trx);
  await queueDeletion(
    trx,
    files.map(({ key }) => key),
  );
}

function isDue(due: Due): RawBuilder<boolean> {
  const tests = [
    sql`${sql.ref(due.column)} < now() - ${due.after}::interval`,
    ...(due.withoutAny ?? []).map((column) => sql`${sql.ref(column)} is null`),
    ...(due.ended
      ? [sql`${sql.ref(due.ended.column)} = any(${sql.val([...due.ended.states])})`]
      : []),
  ];
  return sql<boolean>`${sql.join(tests, sql` and `)}`;
}

/**
 * Returns the keys of files that no row refers to. If an email was received for two matters, each
 * of its files is stored once and both rows refer to it.
 */
export async function listUnreferencedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const naming = (table: "inbound_attachments" | "data_copies" | "documents") =>
    db.selectFrom(table).select("s3_document_key").where("s3_document_key", "in", keys);
  const previews = db
    .selectFrom("documents")
    .select("converted_document_key as s3_document_key")
    .where("converted_document_key", "in", keys);
  const named = await naming("inbound_attachments")
    .union(naming("data_copies"))
    .union(naming("documents"))
    .union(previews)
    .execute();
  const referenced = new Set(named.map(({ s3_document_key }) => s3_document_key));
  return keys.filter((key) => !referenced.has(key));
}
