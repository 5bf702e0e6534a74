import { agentLabel } from "#app/domain/estate-agents/agent-label.ts";
import type { Db } from "#db/connection.ts";

type Option = { value: string; label: string };

/** What the list of matters can be narrowed to: every agent and every lawyer group, by name (J-002 to J-005, AMB-J05). */
export async function transactionFilterOptions(
  db: Db,
): Promise<{ estate_agents: Option[]; lawyer_groups: Option[] }> {
  const [agents, groups] = await Promise.all([
    db
      .selectFrom("estate_agents")
      .leftJoin("brands", "brands.id", "estate_agents.brand_id")
      .select(["estate_agents.id", "estate_agents.office_name", "brands.brand_name"])
      .execute(),
    db
      .selectFrom("lawyer_groups")
      .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
      .select(["lawyer_groups.id", "lawyer_groups.name", "law_firms.name as law_firm"])
      .execute(),
  ]);
  return {
    estate_agents: byLabel(agents.map((agent) => ({ value: agent.id, label: agentLabel(agent) }))),
    lawyer_groups: byLabel(
      groups.map(({ id, name, law_firm }) => ({ value: id, label: `${name}, ${law_firm}` })),
    ),
  };
}

function byLabel(options: Option[]) {
  return options.sort((a, b) => a.label.localeCompare(b.label, "en-GB"));
}
