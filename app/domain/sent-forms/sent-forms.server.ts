import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/**
 * Which forms have been sent, by key: how onceInTransaction and onceWithoutTransaction recognise a copy.
 */

/**
 * How long it is known that a form was sent. Its key is valid no longer: a later copy could not be told from a first.
 */
export const KEPT_DAYS = 7;

type Claim = { key: string; form: string; body_hash: string };

/**
 * Takes the key for the caller. While another transaction has taken it and is not done, this waits for its commit, or
 * for its rollback and then takes its place.
 *
 * @param lapsesAfter seconds after which a key can be taken again; never without it
 * @returns false when another copy has it
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
 * @returns what was sent with this key, and where it led, null while it is being worked on; undefined when nothing was.
 */
export function readSubmission(db: Db, key: string) {
  return db
    .selectFrom("form_submissions")
    .select(["location", "body_hash"])
    .where("key", "=", key)
    .executeTakeFirst();
}

/** Records where the form of a key has led. */
export async function finishSubmission(db: Db, key: string, location: string): Promise<void> {
  await db.updateTable("form_submissions").set({ location }).where("key", "=", key).execute();
}

/** Releases a key: nothing came of its form, so a copy may try. */
export async function releaseSubmission(db: Db, key: string): Promise<void> {
  await db.deleteFrom("form_submissions").where("key", "=", key).execute();
}
