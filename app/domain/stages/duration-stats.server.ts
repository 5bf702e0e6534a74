/**
 * Statistics of how long stages take. There is one row for each completed stage of a matter, from
 * which the quartiles of each stage are computed.
 */

import { sql } from "kysely";
import { STAGE_COLUMNS, toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { refreshDue } from "./refresh-due.server.ts";
import type { StageHistory } from "./duration-range.ts";
import { findDifferent, refreshMatters } from "./refresh.server.ts";
import { spanOf, stagesOf } from "./stages.ts";

/**
 * Minimum number of sales that a statistic needs. Fewer sales do not predict how long the next one
 * takes.
 */
const MIN_SALES = 20;
const MAX_SALES = 120;
const BATCH = 250;

/** Reads the statistics that were computed last night, for the stages with enough sales. */
export async function readStageHistory(db: Db): Promise<StageHistory> {
  const rows = await db
    .selectFrom("stage_duration_stats")
    .select(["stage", "sales", "from_days", "to_days", "late_days"])
    .where("sales", ">=", MIN_SALES)
    // The column is null if the job of the previous release wrote the row (migrations/0075).
    .where("late_days", "is not", null)
    .$narrowType<{ late_days: number }>()
    .execute();
  return Object.fromEntries(rows.map(({ stage, ...range }) => [stage, range]));
}

type KeptStages = { refreshed: number; matters: number; spans: number; different: string[] };

/**
 * Refreshes the stored rows of matters with a date that has been reached, corrects rows that differ
 * from their facts, and stores the durations of stages. Reads all matters, so the connection must
 * allow queries that take minutes.
 * @param today such as "2026-11-21"
 */
export async function refreshStages(db: Db, today: string): Promise<KeptStages> {
  const result: KeptStages = {
    refreshed: await refreshDue(db),
    matters: 0,
    spans: 0,
    different: [],
  };
  for (let after = ""; ;) {
    const ids = await readIds(db, after);
    const last = ids.at(-1);
    if (!last) break;
    after = last;
    result.matters += ids.length;
    result.different.push(...(await correct(db, ids)));
    result.spans += await storeDurations(db, await readRows(db, ids), today);
  }
  await computeStageDurations(db);
  return result;
}

async function readIds(db: Db, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom("transactions")
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Corrects the stored rows that differ from their facts. Locks only the matters whose rows seem to
 * differ, and compares them again under the lock.
 */
async function correct(db: Db, ids: readonly string[]): Promise<string[]> {
  const different = await findDifferent(db, ids);
  if (different.length === 0) return [];
  return inTransaction(db, (trx) => refreshMatters(trx, different));
}

type Rows = Awaited<ReturnType<typeof readRows>>;

function readRows(db: Db, ids: readonly string[]) {
  return db
    .selectFrom("listed_transactions")
    .select(["id", ...STAGE_COLUMNS])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
}

/**
 * Stores the durations of stages. Writes only rows that differ, because an upsert would lock and
 * rewrite every row each night.
 */
async function storeDurations(db: Db, rows: Rows, today: string): Promise<number> {
  const spans = rows.flatMap((row) =>
    stagesOf(toStageFacts(row), today).flatMap((stage) => {
      const span = spanOf(stage);
      return span ? [{ transaction_id: row.id, stage: stage.name, ...span }] : [];
    }),
  );
  const { rows: changed } = await sql`
    with now as (
      select * from json_to_recordset(${JSON.stringify(spans)}::json)
        as _ (transaction_id text, stage text, began_on date, ended_on date, working_days integer)
    ), was as materialized (
      select * from stage_durations where transaction_id between ${rows.at(0)?.id} and ${rows.at(-1)?.id}
    ), gone as (
      delete from stage_durations where (transaction_id, stage) in (
        select transaction_id, stage from was except select transaction_id, stage from now)
    )
    insert into stage_durations (transaction_id, stage, began_on, ended_on, working_days)
    select * from now except select * from was
    on conflict (transaction_id, stage) do update
      set (began_on, ended_on, working_days) = (excluded.began_on, excluded.ended_on, excluded.working_days)
    returning stage`.execute(db);
  return changed.length;
}

/**
 * Computes the quartiles and the ninth decile of each stage’s durations in recent sales. Unusually
 * long durations hardly change these figures.
 */
export async function computeStageDurations(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom("stage_duration_stats").execute();
    await sql`
      insert into stage_duration_stats (stage, sales, from_days, to_days, late_days)
      select stage, count(*)::integer,
        percentile_disc(0.25) within group (order by working_days),
        percentile_disc(0.75) within group (order by working_days),
        percentile_disc(0.9) within group (order by working_days)
      from (select distinct stage from stage_durations) as stages
      cross join lateral (
        select working_days from stage_durations
        where stage_durations.stage = stages.stage
        order by ended_on desc, transaction_id limit ${sql.lit(MAX_SALES)}
      ) as newest
      group by stage`.execute(trx);
  });
}
