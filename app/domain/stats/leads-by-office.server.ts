import { sql } from "kysely";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { isInMonths } from "#app/domain/paging/list-counts.server.ts";
import type { Db } from "#db/connection.ts";
import type { StatsMonths } from "./months.ts";

/** An office with its leads of the months that were asked for, in their order (X-062). */
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
  const of = (month: string) =>
    sql`coalesce(sum(rows) filter (where filter >= ${month} and filter < ${`${month}~`}), 0)`;
  const { rows } = await sql<Row>`
    with counted as (
      select substr(filter, 9) as id, ${of(months[0])} as current, ${of(months[1])} as previous,
        ${of(months[2])} as before
      from list_counts where ${isInMonths("office_leads", months)}
      group by substr(filter, 9)
    )
    select estate_agents.id, office_name, brand_name, current, previous, before,
      count(*) over () as offices
    from counted
    join estate_agents on estate_agents.id = counted.id
    left join brands on brands.id = estate_agents.brand_id
    where current + previous + before > 0
    order by current desc, previous desc, before desc,
      lower(coalesce(nullif(office_name, ''), brand_name)), estate_agents.id
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
