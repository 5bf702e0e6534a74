import { type RetentionRule, listDue } from "#app/domain/privacy/retention-due.server.ts";
import type { Today } from "#app/domain/privacy/matter-ends.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { Db } from "#db/connection.ts";

const AT_ONCE = 500;

/**
 * Deletes the records of a retention rule that are past their period, each in a separate
 * transaction. If a record can't be deleted, reports the error and leaves the record for the next
 * night. Do not call this in a transaction, because it waits for Stripe. Returns the number of
 * records deleted.
 */
export async function deleteExpired(
  db: Db,
  ending: RetentionRule,
  today: Today = {},
): Promise<number> {
  let ended = 0;
  for (let after = ""; ;) {
    const ids = await listDue(db, ending, { ...today, after, limit: AT_ONCE });
    for (const id of ids) {
      const work = ending.end(db, id, today);
      ended += (await nullIfFailed(work, { what: "retention: delete failed" })) ?? 0;
    }
    if (ids.length < AT_ONCE) return ended;
    after = ids.at(-1) ?? after;
  }
}
