import { sql } from "kysely";
import type { OfficeListings } from "#app/clients/office-health.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/** How many homes an office markets: new ones in the week and in the month, and all that are for sale. */
export type OfficeHealth = OfficeListings;

/** The hour of Fridays, UTC, at which a week ends (S-017). */
const HOUR = 17;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The Friday, "2026-11-20", whose 17:00 UTC is the last before or at a moment: the week that is stored then. */
export function healthWeek(at: Date): string {
  const shifted = new Date(at.getTime() - HOUR * 60 * 60 * 1_000);
  const daysSinceFriday = (shifted.getUTCDay() + 2) % 7;
  return new Date(shifted.getTime() - daysSinceFriday * DAY_MS).toISOString().slice(0, 10);
}

/** Stores a week's counts in the place of those that it may have already: asked for twice, it is the same once. */
export async function storeOfficeHealth(
  db: Db,
  week: string,
  offices: readonly OfficeHealth[],
): Promise<void> {
  if (offices.length === 0) return;
  await inTransaction(db, async (trx) => {
    // Two of these at once would both find the week empty.
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
 * The newest week, by the names of the offices (S-016, S-024, AMB-S03).
 *
 * @param limit how many offices are read
 * @returns them, and how many there are; `week` is null while none was stored
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
