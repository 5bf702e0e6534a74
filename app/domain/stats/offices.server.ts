import { sql } from "kysely";
import type { OfficeListings } from "#app/clients/office-health/client.server.ts";
import { agentSortName } from "#app/domain/estate-agents/agent-queries.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { monthRanges } from "./month-ranges.server.ts";
import type { StatsMonths } from "./months.ts";

/**
 * Number of leads from an office in each of the requested months, in the order of those months
 * (X-062).
 */
export type OfficeLeads = { id: string; office: string; totals: [number, number, number] };

type Row = {
  id: string;
  office_name: string | null;
  brand_name: string | null;
  current: number;
  previous: number;
  before: number;
  offices: number;
};

/**
 * Lists at most `limit` offices, sorted by their leads in these months; the newest month counts
 * first (S-004, S-022).
 */
export async function readLeadsByOffice(
  db: Db,
  months: StatsMonths,
  limit: number,
): Promise<{ rows: OfficeLeads[]; total: number }> {
  const [current, previous, before] = months;
  const { rows } = await sql<Row>`
    with with_leads as materialized (
      select estate_agent_id as id,
        count(*) filter (where month = ${current}) as current,
        count(*) filter (where month = ${previous}) as previous,
        count(*) filter (where month = ${before}) as before
      from ${monthRanges(months)} join leads on created_at >= begins and created_at < ends
      group by estate_agent_id
    ), last_shown as (
      select current, previous, before from with_leads
      order by current desc, previous desc, before desc
      limit 1 offset ${limit - 1}
    ), most as (
      -- Names are looked up of few: those who may be shown, and those who have as many as the last of them.
      select *, (select count(*) from with_leads) as offices from with_leads
      where coalesce((current, previous, before) >= (select current, previous, before from last_shown), true)
    )
    select estate_agents.id, office_name, brand_name, current, previous, before, offices
    from most
    join estate_agents on estate_agents.id = most.id
    left join brands on brands.id = estate_agents.brand_id
    order by current desc, previous desc, before desc,
      ${agentSortName()}, estate_agents.id
    limit ${limit}`.execute(db);
  return {
    rows: rows.map(({ id, current, previous, before, ...agent }) => ({
      id,
      office: agentLabel(agent),
      totals: [current, previous, before],
    })),
    total: rows[0]?.offices ?? 0,
  };
}

/** Number of an office’s listings: new this week, new this month, and all active ones. */
export type OfficeHealth = OfficeListings;

/** Hour, in UTC, at which the week of the statistics ends on a Friday (S-017). */
const HOUR = 17;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Returns the week that the statistics are stored for: the last Friday on which 17:00 UTC has
 * passed, such as "2026-11-20".
 */
export function healthWeek(at: Date): string {
  const shifted = new Date(at.getTime() - HOUR * 60 * 60 * 1_000);
  const daysSinceFriday = (shifted.getUTCDay() + 2) % 7;
  return new Date(shifted.getTime() - daysSinceFriday * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Stores the number of listings of all offices for a week, replacing those that are stored for it.
 * Idempotent.
 */
export async function storeOfficeHealth(
  db: Db,
  week: string,
  offices: readonly OfficeHealth[],
): Promise<void> {
  if (offices.length === 0) return;
  await inTransaction(db, async (trx) => {
    await sql`lock table office_health in share row exclusive mode`.execute(trx);
    await trx.deleteFrom("office_health").where("week", "=", week).execute();
    const json = JSON.stringify(offices);
    await sql`
      insert into office_health (week, estate_agent_name, weekly_listings, monthly_listings, total_active_listings)
      select ${week}, estate_agent_name, weekly_listings, monthly_listings, total_active_listings
      from jsonb_to_recordset(${json}::jsonb) as office(estate_agent_name text, weekly_listings integer,
        monthly_listings integer, total_active_listings integer)`.execute(trx);
  });
}

/**
 * Reads at most `limit` offices of the newest week that is stored. `week` is null if none is stored
 * (S-016, S-024, AMB-S03).
 */
export async function readOfficeHealth(
  db: Db,
  limit: number,
): Promise<{ week: string | null; rows: OfficeHealth[]; total: number }> {
  const { rows } = await sql<OfficeHealth & { week: string; offices: number }>`
    select week, estate_agent_name, weekly_listings, monthly_listings, total_active_listings,
      count(*) over () as offices
    from office_health
    where week = (select max(week) from office_health)
    order by lower(estate_agent_name), estate_agent_name
    limit ${limit}`.execute(db);
  const [first] = rows;
  return {
    week: first?.week ?? null,
    rows: rows.map(({ week: _week, offices: _offices, ...office }) => office),
    total: first?.offices ?? 0,
  };
}
