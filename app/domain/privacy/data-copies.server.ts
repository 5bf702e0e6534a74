import { sql } from "kysely";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { customerMoment } from "#app/domain/fields/dates.ts";
import { env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DataSubject } from "./find-person.server.ts";

/** Copies of what is held on a person: asked for, made by a job, kept for seven days, and fetched by that person alone. */

/**
 * Asks for a copy. One is made at a time for each person.
 *
 * @param asked.by the person, or a member of staff
 * @returns false while one is being made already
 */
export async function requestCopy(
  trx: Db,
  { user_id, by }: { user_id: string; by: string },
): Promise<boolean> {
  const copy = await trx
    .insertInto("data_copies")
    .values({ user_id, asked_by: by })
    .onConflict((conflict) => conflict.column("user_id").where("status", "=", "making").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!copy) return false;
  await enqueue(trx, "make-data-copy", { data_copy_id: copy.id });
  return true;
}

/** How the newest copy of a person stands; null when none was asked for, or its night has come. */
export async function readNewestCopy(db: Db, user_id: string) {
  const copy = await db
    .selectFrom("data_copies")
    .select(["id", "status", "size_bytes", "created_at", "expires_at"])
    .select(sql<boolean>`expires_at <= now()`.as("is_over"))
    .where("user_id", "=", user_id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return copy ?? null;
}

/**
 * Where a person's own copy is kept.
 *
 * @throws NotFoundError for a copy of another person, one that is not ready or not there any more
 */
export async function readCopyToFetch(
  db: Db,
  { id, user_id }: { id: string; user_id: string },
): Promise<{ key: string; size_bytes: number }> {
  if (!isObjectId(id)) throw copyNotFound();
  const copy = await db
    .selectFrom("data_copies")
    .select(["s3_document_key as key", "size_bytes"])
    .where("id", "=", id)
    .where("user_id", "=", user_id)
    .where("status", "=", "ready")
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (!copy?.key || copy.size_bytes === null) throw copyNotFound();
  return { key: copy.key, size_bytes: copy.size_bytes };
}

export function copyNotFound(): NotFoundError {
  return new NotFoundError("This copy is not there any more");
}

/**
 * Takes a copy to be made. Its key is written down before its file is: another try replaces what this one leaves.
 *
 * @returns null when it is made or given up, or its person has gone
 */
export async function startCopy(
  db: Db,
  id: string,
  newKey: string,
): Promise<{ key: string; person: DataSubject } | null> {
  const row = await db
    .updateTable("data_copies")
    .from("users")
    .whereRef("users.id", "=", "data_copies.user_id")
    .where("data_copies.id", "=", id)
    .where("data_copies.status", "=", "making")
    .set((eb) => ({ s3_document_key: eb.fn.coalesce("s3_document_key", eb.val(newKey)) }))
    .returning(["s3_document_key as key", "users.id", "email", "first_name", "last_name"])
    .executeTakeFirst();
  if (!row?.key) return null;
  const { key, ...person } = row;
  return { key, person };
}

/** The file is there: its week begins, and its person is written to. */
export async function finishCopy(
  db: Db,
  { id, size_bytes }: { id: string; size_bytes: number },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const copy = await trx
      .updateTable("data_copies")
      .from("users")
      .whereRef("users.id", "=", "data_copies.user_id")
      .where("data_copies.id", "=", id)
      .where("data_copies.status", "=", "making")
      .set({ status: "ready", size_bytes, expires_at: sql`now() + interval '7 days'` })
      .returning(["users.id as user_id", "email as recipient"])
      .executeTakeFirst();
    if (!copy) return;
    // The newest takes the place of those before it, which the night deletes.
    await trx
      .updateTable("data_copies")
      .set({ expires_at: sql`least(expires_at, now())` })
      .where("user_id", "=", copy.user_id)
      .where("status", "=", "ready")
      .where("id", "<>", id)
      .execute();
    await queueEmail(trx, {
      name: "data_copy_ready",
      ...copy,
      props: { data_copy_id: id },
      dedupe_key: `data_copy_ready:${id}`,
    });
  });
}

/** It could not be made, however often it was tried: another may be asked for. */
export async function giveUpCopy(db: Db, id: string): Promise<void> {
  await db
    .updateTable("data_copies")
    .set({ status: "failed" })
    .where("id", "=", id)
    .where("status", "=", "making")
    .execute();
}

/** What the email about it says. @throws NotFoundError when it is gone */
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
