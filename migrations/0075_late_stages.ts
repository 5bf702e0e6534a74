import { sql, type Kysely } from "kysely";

/** By when nine in ten of the last sales were past a stage; it may be null, as a version that runs beside this one writes none. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table stage_history add late_days integer`.execute(db);
  await sql`
    update stage_history set late_days = (
      select percentile_disc(0.9) within group (order by working_days)
      from (
        select working_days from stage_spans
        where stage_spans.stage = stage_history.stage
        order by ended_on desc, transaction_id limit 120
      ) as newest)`.execute(db);
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table stage_history drop late_days`.execute(db);
}
