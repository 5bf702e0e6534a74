import type { ReaderId } from "#app/domain/readers/reader.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

/**
 * What was typed and is not saved as a record yet: one row for each person and form, so that it is there on any device.
 * The form's name includes the record that it is about, when there is one.
 */

/** @returns what was saved last, or null. It is untrusted: callers parse it. */
export async function readDraft(db: Db, user_id: ReaderId, form: string): Promise<Json | null> {
  const [draft] = await listDrafts(db, user_id, [form]);
  return draft?.data ?? null;
}

/** @returns of those forms that have a draft, what was saved last and when; the data is untrusted. */
export async function listDrafts(
  db: Db,
  user_id: ReaderId,
  forms: readonly string[],
): Promise<{ form: string; data: Json; updated_at: Date }[]> {
  return db
    .selectFrom("drafts")
    .select(["form", "data", "updated_at"])
    .where("user_id", "=", user_id)
    .where("form", "in", forms)
    .execute();
}

export async function saveDraft(
  db: Db,
  user_id: string,
  form: string,
  data: unknown,
): Promise<void> {
  const row = { data: JSON.stringify(data), updated_at: new Date() };
  await db
    .insertInto("drafts")
    .values({ user_id, form, ...row })
    .onConflict((conflict) => conflict.columns(["user_id", "form"]).doUpdateSet(row))
    .execute();
}

/**
 * Reads, changes and writes a draft under a lock: of two tabs, each changes what the other has written.
 *
 * @param change makes the new draft from what is stored (null for nothing). It only queries, on its `trx`, and may be called
 *   more than once.
 * @returns what is stored now
 */
export async function changeDraft<Draft>(
  db: Db,
  user_id: string,
  form: string,
  change: (stored: Json | null, trx: Db) => Promise<Draft>,
): Promise<Draft> {
  return inTransaction(db, async (trx) => {
    // Makes sure that there is a row to lock.
    const { data } = await trx
      .insertInto("drafts")
      .values({ user_id, form, data: "null" })
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "form"])
          .doUpdateSet((eb) => ({ updated_at: eb.ref("drafts.updated_at") })),
      )
      .returning("data")
      .executeTakeFirstOrThrow();
    const draft = await change(data, trx);
    await saveDraft(trx, user_id, form, draft);
    return draft;
  });
}

/** The form has become a record. */
export async function deleteDraft(db: Db, user_id: string, form: string): Promise<void> {
  await db.deleteFrom("drafts").where("user_id", "=", user_id).where("form", "=", form).execute();
}
