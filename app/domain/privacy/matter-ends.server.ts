import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { RETENTION_PERIODS } from "./retention-periods.server.ts";

/** A date in PostgreSQL’s format, used in place of today’s date in London. */
export type Today = { today?: string | undefined };

export const dayOf = ({ today }: Today): RawBuilder<Date> =>
  today ? sql`${today}::date` : sql`(now() at time zone 'Europe/London')::date`;

/** Builds SQL for the retention period that applies to a row of `matter_ends`. */
export const matterRetentionSql = (): RawBuilder<unknown> => sql`
  case life when 'matter' then ${RETENTION_PERIODS.matter.after}::interval else ${RETENTION_PERIODS.begun.after}::interval end`;

/** Margin by which the index scan starts before the exact day, because months differ in length. */
export const EARLY = sql`interval '7 days'`;

/** Selects the ids of the matters that are past their retention period. */
export function dueMatters(today: Today) {
  const day = dayOf(today);
  return sql<{ id: string }>`
    select transaction_id as id from matter_ends
    where ended + ${matterRetentionSql()} <= ${day} and transaction_id = any(array(
      select id from listed_transactions where payment <> 'complete' and type <> 'development'
        and created_at < ${day} - ${RETENTION_PERIODS.begun.after}::interval + ${EARLY}
      union select id from transactions
      where created_at < ${day} - ${RETENTION_PERIODS.matter.after}::interval + ${EARLY}
      union select transaction_id from purchase_intents
      where coalesce(completed, aborted) < ${day} - ${RETENTION_PERIODS.matter.after}::interval + ${EARLY}))`;
}

/**
 * Selects the matters of identity checks that are past their retention period, one row per check.
 */
export function mattersOfDueChecks(today: Today) {
  const day = dayOf(today);
  return sql<{ id: string }>`
    select transaction_id as id from matter_ends join identity_checks using (transaction_id)
    where is_over and ended + ${RETENTION_PERIODS.check.after}::interval <= ${day}
      and transaction_id = any(array(
        select id from transactions
        where ended_on < ${day} - ${RETENTION_PERIODS.check.after}::interval + ${EARLY}
        union
        select transaction_id from purchase_intents
        where coalesce(completed, aborted) < ${day} - ${RETENTION_PERIODS.check.after}::interval + ${EARLY}))`;
}

/** Returns true if a matter is past its retention period. Called just before its deletion. */
export async function isDue(trx: Db, id: string, today: Today): Promise<boolean> {
  const { rows } = await sql`
    select from (${dueMatters(today)}) as due where id = ${id}`.execute(trx);
  return rows.length > 0;
}
