/** The people of an estate agent’s office, who can open its private page. */

import { type RawBuilder, sql } from "kysely";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { Db } from "#db/connection.ts";
import { agentFullName } from "./labels.ts";

/** An office, which has a page. */
export type AgentPlace = { estate_agent_id: string };

/** Returns the office in a URL; null for a URL that no page has. */
export function readAgentPlace({ id = "" }: { id?: string | undefined }): AgentPlace | null {
  return isObjectId(id) ? { estate_agent_id: id } : null;
}

/** Selects an office with its names. */
export function selectOffice(db: Db, { estate_agent_id }: AgentPlace) {
  return db
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["estate_agents.office_name", "brands.brand_name"])
    .where("estate_agents.id", "=", estate_agent_id);
}

/**
 * Builds an SQL condition: true if an address is that of a valuer, a negotiator or the coordinator
 * of an office.
 * @param office column with the id of the office
 */
export function worksAtOfficeSql(office: string, email: RawBuilder<unknown>): RawBuilder<boolean> {
  const id = sql.ref(office);
  return sql<boolean>`exists (
    select from valuers where valuers.estate_agent_id = ${id} and valuers.email = ${email}
    union all
    select from negotiators where negotiators.estate_agent_id = ${id}
      and negotiators.email = ${email}
    union all
    select from office_coordinators as coordinator where coordinator.estate_agent_id = ${id}
      and coordinator.email = ${email})`;
}

/**
 * Returns the name of an office, and whether an address is that of a person who works there. Takes
 * the same query for every address.
 */
export async function findOfficePerson(
  db: Db,
  place: AgentPlace,
  email: string,
): Promise<{ office: string; works_there: boolean }> {
  const found = await selectOffice(db, place)
    .select(worksAtOfficeSql("estate_agents.id", sql`${email}::citext`).as("works_there"))
    .executeTakeFirst();
  if (!found) return { office: "an estate agent", works_there: false };
  const { works_there, ...names } = found;
  return { office: agentFullName(names), works_there };
}
