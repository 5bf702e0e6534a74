import { firstAndLastName } from "#app/domain/fields/names.server.ts";
import type { Db } from "#db/connection.ts";
import { MATCH_TYPES, type MatchType, REMATCH_KINDS, type RematchKind } from "./labels.ts";
import { readCounts } from "./run-rematch.server.ts";
import { isOverdue } from "./start-rematch.server.ts";

export type Rematch = Awaited<ReturnType<typeof readRematch>>;

/** The newest run of each kind, in the order of the kinds; those that there have been (T-004, T-005). */
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
    .select(firstAndLastName("users").as("started_by"))
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
    /** One that nobody has ended in its time has failed, whatever became of its worker. */
    status: status === "running" && overdue ? ("failed" as const) : status,
    match_types: MATCH_TYPES.flatMap((type): [MatchType, number][] => {
      const count = stored[type];
      return count ? [[type, count]] : [];
    }),
  };
}
