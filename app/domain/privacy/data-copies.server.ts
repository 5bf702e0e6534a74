import { queuedEmail } from "#app/queue/email.ts";
import { z } from "zod";
import { sql } from "kysely";
import type { CustomerAction } from "#app/domain/audit/actions.ts";
import { recordAudit, recordCustomerAudit } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { customerMoment } from "#app/domain/shared/dates.ts";
import type { Reader, ReaderId, StaffReader } from "#app/domain/readers/reader.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DataSubject } from "./find-person.server.ts";

/**
 * Email that says that a copy of a person’s data is ready. Only that person can download the copy.
 * There is no such email for copies of a matter’s file, which are for staff.
 */
export const dataCopyReadyEmail = queuedEmail(
  "data_copy_ready",
  z.object({ data_copy_id: z.string() }),
);

export const makeDataCopyJob = queuedJob("make-data-copy", z.object({ data_copy_id: z.string() }));

type CopyOf = { user_id: string } | { transaction_id: string };

const isOf = (of: CopyOf) =>
  "user_id" in of
    ? sql<boolean>`data_copies.user_id = ${of.user_id}`
    : sql<boolean>`data_copies.transaction_id = ${of.transaction_id}`;

/**
 * Requests a copy of the data about a person or matter. Returns false if one is already being made.
 */
export async function requestCopy(
  trx: Db,
  { by, ...of }: CopyOf & { by: string },
): Promise<boolean> {
  const copy = await trx
    .insertInto("data_copies")
    .values({ ...of, asked_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!copy) return false;
  await enqueue(trx, makeDataCopyJob, { data_copy_id: copy.id });
  if ("user_id" in of && by === of.user_id) await recordOwn(trx, by, "data_copy_requested");
  return true;
}

function recordOwn(trx: Db, user_id: string, action: CustomerAction) {
  const subject = { type: "user", id: user_id };
  return recordCustomerAudit(trx, { customer_id: user_id, action, subject });
}

/**
 * Reads the status of the newest copy of a person’s or matter’s data. Returns null if no copy was
 * requested or it has been purged.
 */
export async function readNewestCopy(db: Db, reader: Reader, of: CopyOf) {
  const copy = await db
    .selectFrom("data_copies")
    .select(["id", "status", "size_bytes", "created_at", "expires_at"])
    .select(sql<boolean>`expires_at <= now()`.as("is_over"))
    .where(isOf(of))
    .$if(reader.type === "customer", (query) => query.where("user_id", "=", reader.id))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return copy ?? null;
}

/**
 * Returns the storage key of a copy, so that it can be downloaded, and records the download in the
 * audit log.
 * @throws NotFoundError if the copy is someone else’s, not ready or expired
 */
export async function readCopyToFetch(
  db: Db,
  {
    id,
    ...whose
  }: { id: string } & (
    | { user_id: ReaderId }
    | { transaction_id: string; actor: StaffReader<"handle"> }
  ),
): Promise<{ key: string; size_bytes: number }> {
  const owner = "user_id" in whose ? whose.user_id : whose.transaction_id;
  if (!isObjectId(id) || !isObjectId(owner)) throw copyNotFound();
  const copy = await db
    .selectFrom("data_copies")
    .select(["s3_document_key as key", "size_bytes"])
    .where("id", "=", id)
    .where(isOf(whose))
    .where("status", "=", "ready")
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (!copy?.key || copy.size_bytes === null) throw copyNotFound();
  if ("user_id" in whose) {
    await recordOwn(db, whose.user_id, "data_copy_downloaded");
  } else {
    const { actor, transaction_id } = whose;
    const subject = { type: "transaction", id: transaction_id };
    await recordAudit(db, { actor, action: "matter_file_downloaded", subject });
  }
  return { key: copy.key, size_bytes: copy.size_bytes };
}

export function copyNotFound(): NotFoundError {
  return new NotFoundError("This copy is no longer available");
}

/**
 * Starts to make a copy, and returns its storage key and its person or matter; null if no copy
 * is needed. The key is stored first, so that a retry replaces the same file.
 */
export async function startCopy(
  db: Db,
  id: string,
  newKey: string,
): Promise<({ key: string } & ({ person: DataSubject } | { transaction_id: string })) | null> {
  const row = await db
    .updateTable("data_copies")
    .where("id", "=", id)
    .where("status", "=", "making")
    .set((eb) => ({ s3_document_key: eb.fn.coalesce("s3_document_key", eb.val(newKey)) }))
    .returning(["s3_document_key as key", "user_id", "transaction_id"])
    .executeTakeFirst();
  if (!row?.key) return null;
  const { key, user_id, transaction_id } = row;
  if (transaction_id) return { key, transaction_id };
  const person = await db
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name"])
    .where("id", "=", user_id)
    .executeTakeFirst();
  return person ? { key, person } : null;
}

/** Marks a copy as ready for seven days, and emails the person whose data it contains. */
export async function finishCopy(
  db: Db,
  { id, size_bytes }: { id: string; size_bytes: number },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const copy = await trx
      .updateTable("data_copies")
      .where("id", "=", id)
      .where("status", "=", "making")
      .set({ status: "ready", size_bytes, expires_at: sql`now() + interval '7 days'` })
      .returning(["user_id", "transaction_id"])
      .executeTakeFirst();
    if (!copy) return;
    const { user_id, transaction_id } = copy;
    await trx
      .updateTable("data_copies")
      .set({ expires_at: sql`least(expires_at, now())` })
      .where((eb) =>
        eb.or([eb("user_id", "=", user_id), eb("transaction_id", "=", transaction_id)]),
      )
      .where("status", "=", "ready")
      .where("id", "<>", id)
      .execute();
    if (user_id === null) return;
    const { email: recipient } = await trx
      .selectFrom("users")
      .select("email")
      .where("id", "=", user_id)
      .executeTakeFirstOrThrow();
    await queueEmail(trx, {
      email: dataCopyReadyEmail,
      recipient,
      user_id,
      props: { data_copy_id: id },
      dedupe_key: `data_copy_ready:${id}`,
    });
  });
}

/** Marks a copy as failed after the last retry. The person can then request a new one. */
export async function failCopy(db: Db, id: string): Promise<void> {
  await db
    .updateTable("data_copies")
    .set({ status: "failed" })
    .where("id", "=", id)
    .where("status", "=", "making")
    .execute();
}

/**
 * Returns the content of the email that says that a copy is ready.
 * @throws NotFoundError if the copy was deleted
 */
export async function readCopyEmail(db: Db, { data_copy_id }: { data_copy_id: string }) {
  const { first_name, expires_at, asked_by, user_id } = await db
    .selectFrom("data_copies")
    .innerJoin("users", "users.id", "data_copies.user_id")
    .select(["first_name", "expires_at", "asked_by", "user_id"])
    .where("data_copies.id", "=", data_copy_id)
    .executeTakeFirstOrThrow(copyNotFound);
  return {
    first_name,
    until: customerMoment(expires_at),
    by_staff: asked_by !== user_id,
    page: new URL(paths.yourData.page(), env.APP_URL).href,
  };
}
