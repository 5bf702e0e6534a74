import type { Db } from "#db/connection.ts";
import { agentNames } from "./agent-names.server.ts";

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
    const name = office_name ?? brand_name;
    if (name === null) continue;
    const last = groups.at(-1);
    const group = last?.brand_name === brand_name ? last : { brand_name, offices: [] };
    if (group !== last) groups.push(group);
    group.offices.push({ id, office_name: name });
  }
  return groups;
}
