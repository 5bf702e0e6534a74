import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Days for which we store an idempotency key. After that, a repeated submit is not detected. */
export const IDEMPOTENCY_KEY_DAYS = 7;

type Claim = { key: string; form: string; body_hash: string };

/**
 * Claims an idempotency key for a form. Returns false if the key is already claimed. Waits for a
 * concurrent transaction that is claiming the same key. If `lapsesAfter` is set, the key can be
 * claimed again after that many seconds.
 */
export async function claimSubmission(
  db: Db,
  claim: Claim,
  { lapsesAfter }: { lapsesAfter?: number } = {},
): Promise<boolean> {
  const taken = await db
    .insertInto("form_submissions")
    .values(claim)
    .onConflict((conflict) =>
      lapsesAfter === undefined
        ? conflict.doNothing()
        : conflict
            .column("key")
            .doUpdateSet({ created_at: sql`now()`, location: null })
            .where(
              "form_submissions.created_at",
              "<",
              sql<Date>`now() - make_interval(secs => ${lapsesAfter})`,
            ),
    )
    .returning("key")
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Returns the form hash and the redirect target stored for a key. The target is null while the form
 * is in progress. Returns undefined if the key is not stored.
 */
export function readSubmission(db: Db, key: string) {
  return db
    .selectFrom("form_submissions")
    .select(["location", "body_hash"])
    .where("key", "=", key)
    .executeTakeFirst();
}

/** Stores the redirect target of the form that was submitted with a key. */
export async function finishSubmission(db: Db, key: string, location: string): Promise<void> {
  await db.updateTable("form_submissions").set({ location }).where("key", "=", key).execute();
}

/** Releases the key of a form that changed no data, so that a retry can claim it. */
export async function releaseSubmission(db: Db, key: string): Promise<void> {
  await db.deleteFrom("form_submissions").where("key", "=", key).execute();
}
