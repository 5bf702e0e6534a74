import { sql } from "kysely";
import {
  readStageRows,
  refreshListed,
  toStageFacts,
} from "#app/domain/transactions/listed-transactions.server.ts";
import { addDays } from "#app/domain/fields/working-days.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { StageHistory } from "./range.ts";
import { spanOf, stagesOf } from "./stages.ts";
import { whereaboutsOf } from "./whereabouts.ts";

/**
 * How long stages have taken, for "by when". A job keeps one row for each stage of a matter that is done, and of the last
 * of them one row a stage, which pages read.
 */

/** Fewer say nothing of the next one. */
const MIN_SALES = 20;
const MAX_SALES = 120;
/** Where all of them are due, their rows are locked for as long as these take: some tenths of a second. */
const BATCH = 250;
/** As long as the job may not have run. */
const DAYS_LOOKED_BACK = 14;

/** What the last night reckoned of each stage that enough sales have come through. */
export async function readStageHistory(db: Db): Promise<StageHistory> {
  const rows = await db
    .selectFrom("stage_history")
    .select(["stage", "sales", "from_days", "to_days", "late_days"])
    .where("sales", ">=", MIN_SALES)
    // A night's job of the version before wrote none (migrations/0075).
    .where("late_days", "is not", null)
    .$narrowType<{ late_days: number }>()
    .execute();
  return Object.fromEntries(rows.map(({ stage, ...range }) => [stage, range]));
}

/** What a run did, and the ids of matters whose kept stage was not what their facts say. */
type KeptStages = { refreshed: number; matters: number; spans: number; different: string[] };

/**
 * Brings stages up to the day: those that only a date has moved, and those that were never reckoned. Compares what is
 * kept of each matter with its facts, keeps how long its stages took, and reckons the middle half of the last ones. It
 * reads all matters, batch by batch: for a connection that may take minutes.
 */
export async function keepStages(db: Db, today: string): Promise<KeptStages> {
  const kept: KeptStages = { refreshed: 0, matters: 0, spans: 0, different: [] };
  for (let after = ""; ;) {
    const { rows, refreshed } = await readUpToDay(db, { after, today });
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    kept.refreshed += refreshed;
    kept.matters += rows.length;
    kept.different.push(...rows.filter((row) => isDifferent(row, today)).map(({ id }) => id));
    kept.spans += await keepSpans(db, rows, today);
  }
  await reckonHistory(db);
  return kept;
}

type Rows = Awaited<ReturnType<typeof readStageRows>>;

/** The next rows, once those that are due are worked out anew. */
async function readUpToDay(db: Db, { after, today }: { after: string; today: string }) {
  const place = { after, limit: BATCH };
  const rows = await readStageRows(db, place);
  const due = rows.filter((row) => isDue(row, today)).map(({ id }) => id);
  if (due.length === 0) return { rows, refreshed: 0 };
  await inTransaction(db, (trx) => refreshListed(trx, due));
  return { rows: await readStageRows(db, place), refreshed: due.length };
}

/** Never reckoned, in whole or in part, or moved by nothing but a day: a date has come that was entered ahead of it. */
function isDue(row: Rows[number], today: string): boolean {
  const was_asked = row.choice_open !== null || row.seller_lawyer_group_id !== null;
  if (row.stage === null || !was_asked) return true;
  if (row.stage === "instructed" && row.to_assign_since === null) return true;
  const days = [
    row.exchanged,
    row.completed,
    row.aborted,
    row.contract_pack_sent_on,
    row.enquiries_raised_on,
    row.enquiries_answered_on,
  ];
  const from = addDays(today, -DAYS_LOOKED_BACK);
  return days.some((day) => day && day >= from && day <= today) && isDifferent(row, today);
}

function isDifferent(row: Rows[number], today: string): boolean {
  const { place, holder, since } = whereaboutsOf(toStageFacts(row), today);
  return row.stage !== place || row.holder !== holder || row.since !== since;
}

/**
 * Writes what is new or another, and takes away what is not so any more. What is as it was is not touched: an upsert would
 * lock its row, and so write every row of the table each night.
 *
 * @param rows all matters from the first of them to the last
 */
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
    ), was as materialized (
      select * from stage_spans where transaction_id between ${rows.at(0)?.id} and ${rows.at(-1)?.id}
    ), gone as (
      delete from stage_spans where (transaction_id, stage) in (
        select transaction_id, stage from was except select transaction_id, stage from now)
    )
    insert into stage_spans (transaction_id, stage, began_on, ended_on, working_days)
    select * from now except select * from was
    on conflict (transaction_id, stage) do update
      set (began_on, ended_on, working_days) = (excluded.began_on, excluded.ended_on, excluded.working_days)
    returning stage`.execute(db);
  return changed.length;
}

/** Quartiles and the ninth decile as whole days, of the last that ended: neither a thin history nor an absurd one moves them far. */
export async function reckonHistory(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom("stage_history").execute();
    await sql`
      insert into stage_history (stage, sales, from_days, to_days, late_days)
      select stage, count(*)::integer,
        percentile_disc(0.25) within group (order by working_days),
        percentile_disc(0.75) within group (order by working_days),
        percentile_disc(0.9) within group (order by working_days)
      from (select distinct stage from stage_spans) as stages
      cross join lateral (
        select working_days from stage_spans
        where stage_spans.stage = stages.stage
        order by ended_on desc, transaction_id limit ${sql.lit(MAX_SALES)}
      ) as newest
      group by stage`.execute(trx);
  });
}
