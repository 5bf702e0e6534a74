import { sql } from "kysely";
import { z } from "zod";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import type { Role } from "#app/paths.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

/**
 * What was typed and is not saved as a record yet: one row for each person and form, so that it is there on any device.
 * The form's name includes the record that it is about, when there is one.
 */

/**
 * The name of the draft of a sale or purchase: what was typed before there is a record, or while the record is
 * changed. No two people have one of the same id.
 */
export function draftName(role: Role, id: string): string {
  return `${role}/about-the-property:${id}`;
}

/** A draft whose home already has a sale or purchase of the same customer leads there (AMB-D12). */
export const MOVED_TO = "moved_to";

const Moved = z.object({ [MOVED_TO]: z.string() });

/** Returns the id of the sale or purchase that a draft leads to; null for an ordinary draft. */
export function movedTo(data: unknown): string | null {
  return Moved.safeParse(data).data?.[MOVED_TO] ?? null;
}

/**
 * @param hours for how long a draft counts after its last change; without it, for as long as it is stored
 * @returns what was saved last, or null. It is untrusted: callers parse it.
 */
export async function readDraft(
  db: Db,
  user_id: ReaderId,
  form: string,
  hours?: number,
): Promise<Json | null> {
  const draft = await db
    .selectFrom("drafts")
    .select("data")
    .where("user_id", "=", user_id)
    .where("form", "=", form)
    .$if(hours !== undefined, (query) =>
      query.where("updated_at", ">", sql<Date>`now() - make_interval(hours => ${hours})`),
    )
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

/** A form of one page that could not be saved yet is shown again for this long. */
export const TYPED_FORM_HOURS = 1;

const TYPED = "typed:";

/** Returns the name of the draft that holds a form as it was sent, with its errors. */
export function typedFormName(page: string): string {
  return TYPED + page;
}

/**
 * Deletes the forms that no page shows after their hour, because they may hold other people's details.
 *
 * @returns the number of forms
 */
export async function deleteOldTypedForms(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("drafts")
    .where(sql<boolean>`starts_with(form, ${TYPED})`)
    .where("updated_at", "<", sql<Date>`now() - make_interval(hours => ${TYPED_FORM_HOURS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes a draft whose form has become a record. */
export async function deleteDraft(db: Db, user_id: string, form: string): Promise<void> {
  await db.deleteFrom("drafts").where("user_id", "=", user_id).where("form", "=", form).execute();
}
