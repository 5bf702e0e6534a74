import { sql } from "kysely";
import {
  readStageRows,
  refreshListed,
  toStageFacts,
} from "#app/domain/transactions/listed-transactions.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { StageHistory } from "./range.ts";
import { spanOf, stagesOf, whereaboutsOf } from "./stages.ts";

/**
 * How long stages have taken, for "by when". A job keeps one row for each stage of a matter that is done, and of the last
 * of them one row a stage, which pages read.
 */

/** Fewer say nothing of the next one. */
const MIN_SALES = 20;
const MAX_SALES = 120;
const BATCH = 1_000;

/** What the last night reckoned of each stage that enough sales have come through. */
export async function readStageHistory(db: Db): Promise<StageHistory> {
  const rows = await db
    .selectFrom("stage_history")
    .select(["stage", "sales", "from_days", "to_days"])
    .where("sales", ">=", MIN_SALES)
    .execute();
  return Object.fromEntries(rows.map(({ stage, ...range }) => [stage, range]));
}

/** What a run did, and the ids of matters whose kept stage was not what their facts say. */
type KeptStages = { refreshed: number; matters: number; spans: number; different: string[] };

/**
 * Brings stages up to the day: those that only a date has moved, and those that were never reckoned. Then compares what is
 * kept of each matter with its facts, keeps how long its stages took, and reckons the middle half of the last ones. It
 * reads all matters, batch by batch: for a connection that may take minutes.
 */
export async function keepStages(db: Db, today: string): Promise<KeptStages> {
  const kept: KeptStages = { refreshed: 0, matters: 0, spans: 0, different: [] };
  kept.refreshed = await refreshStages(db, today);
  for (let after = ""; ;) {
    const rows = await readStageRows(db, { after, limit: BATCH });
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    kept.matters += rows.length;
    kept.different.push(...differing(rows, today));
    kept.spans += await keepSpans(db, rows, today);
  }
  await reckonHistory(db);
  return kept;
}

async function refreshStages(db: Db, today: string): Promise<number> {
  let refreshed = 0;
  for (;;) {
    const batch = await inTransaction(db, (trx) => refreshListed(trx, { today, limit: BATCH }));
    refreshed += batch;
    if (batch === 0) return refreshed;
  }
}

type Rows = Awaited<ReturnType<typeof readStageRows>>;

function differing(rows: Rows, today: string): string[] {
  return rows
    .filter((row) => {
      const { place, holder, since } = whereaboutsOf(toStageFacts(row), today);
      return row.stage !== place || row.holder !== holder || row.since !== since;
    })
    .map(({ id }) => id);
}

/** Writes what is new or another, and takes away what is not so any more. */
async function keepSpans(db: Db, rows: Rows, today: string): Promise<number> {
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
    ), gone as (
      delete from stage_spans using unnest(${rows.map(({ id }) => id)}::text[]) as matter (id)
      where stage_spans.transaction_id = matter.id and not exists (
        select from now where now.transaction_id = matter.id and now.stage = stage_spans.stage)
    )
    insert into stage_spans as kept (transaction_id, stage, began_on, ended_on, working_days)
    select transaction_id, stage, began_on, ended_on, working_days from now
    on conflict (transaction_id, stage) do update
      set (began_on, ended_on, working_days) = (excluded.began_on, excluded.ended_on, excluded.working_days)
      where (kept.began_on, kept.ended_on, kept.working_days)
        is distinct from (excluded.began_on, excluded.ended_on, excluded.working_days)
    returning stage`.execute(db);
  return changed.length;
}

/** Quartiles as whole days, of the last that ended: neither a thin history nor an absurd one moves them far. */
export async function reckonHistory(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom("stage_history").execute();
    await sql`
      insert into stage_history (stage, sales, from_days, to_days)
      select stage, count(*)::integer,
        percentile_disc(0.25) within group (order by working_days),
        percentile_disc(0.75) within group (order by working_days)
      from (select distinct stage from stage_spans) as stages
      cross join lateral (
        select working_days from stage_spans
        where stage_spans.stage = stages.stage
        order by ended_on desc, transaction_id limit ${sql.lit(MAX_SALES)}
      ) as newest
      group by stage`.execute(trx);
  });
}
