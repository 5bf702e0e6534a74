import { expressionBuilder, type RawBuilder, sql } from "kysely";
import { byLabel, type Option } from "#app/domain/fields/options.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { agentLabel, agentName } from "./labels.ts";

/** What estate agents are called: in a query of something else, and where one of them is chosen. */

/** Every estate agent with the names that it goes by, its office's and its brand's, to be selected from or joined. */
export function agentNames() {
  return expressionBuilder<DB>()
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["estate_agents.id", "estate_agents.office_name", "brands.brand_name"])
    .as("estate_agents");
}

/** What agentName says of an estate agent, in small letters to sort by, in a query of `estate_agents` and `brands`. */
export function agentSortName(): RawBuilder<string> {
  return sql<string>`lower(coalesce(nullif(office_name, ''), brand_name::text))`;
}

/** Every estate agent by what staff call it, for a select (J-002, J-003, AMB-J05). */
export async function listAgentOptions(db: Db): Promise<Option[]> {
  const agents = await db.selectFrom(agentNames()).selectAll().execute();
  return agents.map((agent) => ({ value: agent.id, label: agentLabel(agent) })).sort(byLabel);
}

export type AgentGroup = {
  /** Null for offices without a brand. */
  brand_name: string | null;
  offices: { id: string; office_name: string }[];
};

/** Every office a seller can choose, by brand, both in the order of their names (AMB-C13). One query. */
export async function listAgentsForChoice(db: Db): Promise<AgentGroup[]> {
  const rows = await db
    .selectFrom(agentNames())
    .selectAll()
    .orderBy("brand_name", (order) => order.asc().nullsLast())
    .orderBy("office_name")
    .orderBy("id")
    .execute();
  const groups: AgentGroup[] = [];
  for (const { id, office_name, brand_name } of rows) {
    // An office that has no name of its own goes by its brand's; with neither, nobody could choose it.
    const name = agentName({ office_name, brand_name });
    if (name === null) continue;
    const last = groups.at(-1);
    const group = last?.brand_name === brand_name ? last : { brand_name, offices: [] };
    if (group !== last) groups.push(group);
    group.offices.push({ id, office_name: name });
  }
  return groups;
}
