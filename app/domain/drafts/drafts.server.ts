import { sql } from "kysely";
import { z } from "zod";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import type { Role } from "#app/paths.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

/**
 * Answers of forms that are not yet saved as a record: one row per person and form, available on
 * all of the person's devices. The form's name includes the id of its record, if any.
 */

/** Returns the name of the draft in which a customer creates or edits a sale or purchase. */
export function draftName(role: Role, id: string): string {
  return `${role}/about-the-property:${id}`;
}

/**
 * Key in the draft of a property that the customer already sells or buys. Its value is the id of
 * that sale or purchase (AMB-D12).
 */
export const REDIRECT_KEY = "moved_to";

const Moved = z.object({ [REDIRECT_KEY]: z.string() });

/** Returns the id of the sale or purchase that a draft redirects to; otherwise null. */
export function readRedirect(data: unknown): string | null {
  return Moved.safeParse(data).data?.[REDIRECT_KEY] ?? null;
}

/**
 * Returns the stored draft, or null if there is none. Callers must parse it, because its content is
 * untrusted.
 * @param hours maximum time since the draft was last changed; no limit by default
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
 * Updates a draft under a lock, so that concurrent tabs do not overwrite each other.
 * @param change function that returns the new draft, given the stored draft or null. It may be
 * called again in a retry, so it must not write.
 * @returns the new draft
 */
export async function changeDraft<Draft>(
  db: Db,
  user_id: string,
  form: string,
  change: (stored: Json | null, trx: Db) => Promise<Draft>,
): Promise<Draft> {
  return inTransaction(db, async (trx) => {
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

/** Hours for which a rejected form can be shown again. After that, it is deleted. */
export const REJECTED_FORM_HOURS = 1;

const TYPED = "typed:";

/**
 * Returns the name of the draft that stores a page's rejected form, as submitted, with its errors.
 */
export function rejectedFormName(page: string): string {
  return TYPED + page;
}

/** Deletes expired rejected forms, which may contain personal data. @returns their number */
export async function deleteExpiredRejectedForms(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("drafts")
    .where(sql<boolean>`starts_with(form, ${TYPED})`)
    .where("updated_at", "<", sql<Date>`now() - make_interval(hours => ${REJECTED_FORM_HOURS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteDraft(db: Db, user_id: string, form: string): Promise<void> {
  await db.deleteFrom("drafts").where("user_id", "=", user_id).where("form", "=", form).execute();
}
