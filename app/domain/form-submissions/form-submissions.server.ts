import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Days that an idempotency key is stored. Repeated submits with older keys cannot be detected. */
export const IDEMPOTENCY_KEY_DAYS = 7;

type Claim = { key: string; form: string; body_hash: string };

/**
 * Claims an idempotency key; false if it is taken. Waits for a concurrent transaction that has
 * claimed it. A key can be claimed again `lapsesAfter` seconds later.
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

/** Reads a key’s form hash and redirect target (null while in progress), or undefined. */
export function readSubmission(db: Db, key: string) {
  return db
    .selectFrom("form_submissions")
    .select(["location", "body_hash"])
    .where("key", "=", key)
    .executeTakeFirst();
}

/** Stores the redirect target of a key’s form. */
export async function finishSubmission(db: Db, key: string, location: string): Promise<void> {
  await db.updateTable("form_submissions").set({ location }).where("key", "=", key).execute();
}

/** Releases a key whose form had no effect, so that a retry can claim it. */
export async function releaseSubmission(db: Db, key: string): Promise<void> {
  await db.deleteFrom("form_submissions").where("key", "=", key).execute();
}
