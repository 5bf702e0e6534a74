import { sql } from "kysely";
import { z } from "zod";
import { type Actor, fullNameSql, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import {
  MATCH_TYPES,
  type MatchType,
  REMATCH_KINDS,
  REMATCH_SECONDS,
  type RematchKind,
} from "./labels.ts";
import { recordArrivals } from "./received-email-events.server.ts";
import { type Matched, matchEmails } from "./match-emails.server.ts";

export const rematchEmailsJob = queuedJob(
  "rematch-emails",
  z.object({ email_rematch_id: z.string() }),
);

/**
 * Queues a job that rematches emails. First marks an overdue rematch as failed, because only one
 * can run at a time (T-006, T-007, AMB-T02).
 * @throws ConflictError if a rematch is running
 */
export async function startRematch(
  db: Db,
  kind: RematchKind,
  { actor }: { actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable("email_rematches")
      .set({ status: "failed", finished_at: sql`now()` })
      .where("status", "=", "running")
      .where(isOverdue())
      .execute();
    const run = await trx
      .insertInto("email_rematches")
      .values({ kind, started_by: actor.id, total: countOf(kind) })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!run) {
      throw new ConflictError("A rematch is already running. Wait until it has finished");
    }
    await enqueue(trx, rematchEmailsJob, { email_rematch_id: run.id }, { urgent: true });
    await recordAudit(trx, {
      actor,
      action: `rematch_${kind}_emails`,
      subject: { type: "email_rematch", id: run.id },
    });
  });
}

/** Returns SQL that is true if a rematch has exceeded its maximum duration (T-008). */
function isOverdue() {
  return sql<boolean>`started_at < now() - make_interval(secs => ${REMATCH_SECONDS})`;
}

function countOf(kind: RematchKind) {
  return kind === "all"
    ? sql<number>`(select count(*) from inbound_emails)`
    : sql<number>`(select count(*) from inbound_emails where transaction_id is null)`;
}

const StoredCounts = z.record(z.string(), z.number());

/**
 * Number of emails to match in one batch, small enough to show progress and to stay well below the
 * statement timeout.
 */
const BATCH = 250;

/**
 * Matches the next emails of a rematch. Stores its counts and position in the same database
 * transaction, so that a retry continues after the last batch. Stops an overdue rematch (T-008).
 * @returns true if there are more emails to match
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
    const matched = await matchEmails(trx, ids);
    await markRematched(trx, matched);
    await recordArrivals(trx, matched);
    const counted = countMatches(matched);
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

/** Marks the emails that a rematch moved to a matter, so that staff see why they are there. */
async function markRematched(trx: Db, matched: readonly Matched[]) {
  const moved = matched.filter(({ before, after }) => after && after.transaction_id !== before);
  if (moved.length === 0) return;
  await trx
    .updateTable("inbound_emails")
    .set({ rematched_at: new Date() })
    .where(
      "id",
      "in",
      moved.map(({ id }) => id),
    )
    .execute();
}

/** Ends a running rematch. If it is done, its total becomes the number of emails checked. */
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

/** Returns the next emails of a rematch in id order, which is almost the order of arrival. */
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

/** Counts the results of matching some emails (T-005). A removed match counts as changed. */
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

function readCounts(stored: unknown): Record<string, number> {
  return StoredCounts.parse(stored);
}

/** Returns the newest rematch of each kind, if there is one (T-004, T-005). */
export async function readRematches(db: Db) {
  const runs = await Promise.all(REMATCH_KINDS.map((kind) => readRematch(db, kind)));
  return runs.filter((run) => run !== null);
}

async function readRematch(db: Db, kind: RematchKind) {
  const run = await db
    .selectFrom("email_rematches")
    .leftJoin("users", "users.id", "email_rematches.started_by")
    .select(["status", "started_at", "finished_at", "total", "checked", "new_matches"])
    .select(["still_unmatched", "changed_matches", "unchanged_matches", "match_types"])
    .select(fullNameSql("users").as("started_by"))
    .select(isOverdue().as("overdue"))
    .where("kind", "=", kind)
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!run) return null;
  const { match_types, status, overdue, ...counts } = run;
  const stored = readCounts(match_types);
  return {
    ...counts,
    kind,
    /** An overdue rematch counts as failed, whatever happened to its worker. */
    status: status === "running" && overdue ? ("failed" as const) : status,
    match_types: MATCH_TYPES.flatMap((type): [MatchType, number][] => {
      const count = stored[type];
      return count ? [[type, count]] : [];
    }),
  };
}
