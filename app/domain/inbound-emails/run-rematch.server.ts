import { sql } from "kysely";
import { z } from "zod";
import { inTransaction, type Db } from "#db/connection.ts";
import type { MatchType, RematchKind } from "./labels.ts";
import { type Matched, matchEmails } from "./match-emails.server.ts";
import { isOverdue } from "./start-rematch.server.ts";

const StoredCounts = z.record(z.string(), z.number());

/** Far below the statement timeout, and few enough that the page sees it go on. */
const BATCH = 250;

/**
 * Matches the next emails of a run, in one transaction with what the run has counted: a worker that is killed leaves
 * nothing half done, and another goes on from there. A run that has had its time is stopped (T-008).
 *
 * @returns whether there is more to do
 */
export async function runRematchBatch(db: Db, run_id: string, size = BATCH): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const run = await trx
      .selectFrom("email_rematches")
      .select(["id", "kind", "last_email_id", "match_types"])
      .select(isOverdue().as("overdue"))
      .where("id", "=", run_id)
      .where("status", "=", "running")
      .forUpdate()
      .executeTakeFirst();
    if (!run) return false;
    if (run.overdue) {
      await finishRematch(trx, run_id, "failed");
      return false;
    }
    const ids = await nextEmails(trx, run, size);
    const counted = countMatches(await matchEmails(trx, ids));
    await trx
      .updateTable("email_rematches")
      .set((eb) => ({
        checked: eb("checked", "+", ids.length),
        new_matches: eb("new_matches", "+", counted.new_matches),
        still_unmatched: eb("still_unmatched", "+", counted.still_unmatched),
        changed_matches: eb("changed_matches", "+", counted.changed_matches),
        unchanged_matches: eb("unchanged_matches", "+", counted.unchanged_matches),
        match_types: JSON.stringify(addUp(run.match_types, counted.match_types)),
        last_email_id: ids.at(-1) ?? run.last_email_id,
      }))
      .where("id", "=", run_id)
      .execute();
    if (ids.length === size) return true;
    await finishRematch(trx, run_id, "done");
    return false;
  });
}

/** Ends a run, unless it has ended. What came in while it went on may be among what it has looked at. */
export async function finishRematch(
  db: Db,
  run_id: string,
  status: "done" | "failed",
): Promise<void> {
  await db
    .updateTable("email_rematches")
    .set((eb) => ({
      status,
      finished_at: sql`now()`,
      ...(status === "done" && { total: eb.ref("checked") }),
    }))
    .where("id", "=", run_id)
    .where("status", "=", "running")
    .execute();
}

/** In the order of the ids, which is nearly that in which they came. */
async function nextEmails(
  trx: Db,
  { kind, last_email_id }: { kind: RematchKind; last_email_id: string | null },
  size: number,
) {
  let query = trx.selectFrom("inbound_emails").select("id").orderBy("id").limit(size);
  if (kind === "unmatched") query = query.where("transaction_id", "is", null);
  if (last_email_id) query = query.where("id", ">", last_email_id);
  return (await query.execute()).map(({ id }) => id);
}

type Counts = Partial<Record<MatchType, number>>;

/** What a run says of its emails (T-005). A match that was taken away is a changed one. */
function countMatches(matched: readonly Matched[]) {
  const counted = {
    new_matches: 0,
    still_unmatched: 0,
    changed_matches: 0,
    unchanged_matches: 0,
  };
  const match_types: Counts = {};
  for (const { before, after } of matched) {
    if (after) match_types[after.match_type] = (match_types[after.match_type] ?? 0) + 1;
    if (before === (after?.transaction_id ?? null)) {
      counted[before ? "unchanged_matches" : "still_unmatched"] += 1;
    } else counted[before ? "changed_matches" : "new_matches"] += 1;
  }
  return { ...counted, match_types };
}

function addUp(before: unknown, more: Counts): Record<string, number> {
  const sum = readCounts(before);
  for (const [type, count] of Object.entries(more)) sum[type] = (sum[type] ?? 0) + count;
  return sum;
}

/** The numbers of a stored map, by their names. */
export function readCounts(stored: unknown): Record<string, number> {
  return StoredCounts.parse(stored);
}
