import { sql } from "kysely";
import { agentSortName } from "#app/domain/estate-agents/agents.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { isInMonths } from "#app/domain/paging/list-counts.server.ts";
import type { Db } from "#db/connection.ts";
import type { StatsMonths } from "./months.ts";

/** An office with its leads of the months that were asked for, in their order. */
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
 * Offices that gave leads in these months: those with the most in the current month first; of as many, the month before
 * decides, then the one before that, then the name (S-004, S-022).
 *
 * @param limit how many are read
 * @returns them, and how many there are
 */
export async function readLeadsByOffice(
  db: Db,
  months: StatsMonths,
  limit: number,
): Promise<{ rows: OfficeLeads[]; total: number }> {
  const [current, previous] = months;
  const { rows } = await sql<Row>`
    with counted as (
      -- "right" is half of what "substr" takes, of ten thousand rows and more.
      select right(filter, -8) as id,
        sum(case when filter >= ${current} then rows else 0 end) as current,
        sum(case when filter >= ${previous} and filter < ${current} then rows else 0 end) as previous,
        sum(case when filter < ${previous} then rows else 0 end) as before
      from list_counts where ${isInMonths("office_leads", months)}
      group by right(filter, -8)
    ), with_leads as materialized (
      select * from counted where current > 0 or previous > 0 or before > 0
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
