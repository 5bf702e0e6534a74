import type { Db } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

/**
 * What somebody has typed and not yet sent off: one row a person and form, so that it waits for them on any device.
 * The form's name says which record it is about, when there is one.
 */

/** @returns what was saved last, or null. It was typed: whoever reads it parses it. */
export async function readDraft(db: Db, user_id: string, form: string): Promise<Json | null> {
  const draft = await db
    .selectFrom("drafts")
    .select("data")
    .where("user_id", "=", user_id)
    .where("form", "=", form)
    .executeTakeFirst();
  return draft?.data ?? null;
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

/** The form has become a record. */
export async function deleteDraft(db: Db, user_id: string, form: string): Promise<void> {
  await db.deleteFrom("drafts").where("user_id", "=", user_id).where("form", "=", form).execute();
}
