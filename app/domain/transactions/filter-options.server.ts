import { listAgentOptions } from "#app/domain/estate-agents/agent-names.server.ts";
import type { Db } from "#db/connection.ts";
import { lawyerGroupLabel } from "./labels.ts";

type Option = { value: string; label: string };

/** What the list of matters can be narrowed to: every agent and every lawyer group, by name (J-002 to J-005, AMB-J05). */
export async function transactionFilterOptions(
  db: Db,
): Promise<{ estate_agents: Option[]; lawyer_groups: Option[] }> {
  const [estate_agents, groups] = await Promise.all([
    listAgentOptions(db),
    db
      .selectFrom("lawyer_groups")
      .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
      .select(["lawyer_groups.id", "lawyer_groups.name", "law_firms.name as law_firm"])
      .execute(),
  ]);
  const lawyer_groups = groups
    .map((group) => ({ value: group.id, label: lawyerGroupLabel(group) }))
    .sort((one, other) => one.label.localeCompare(other.label, "en-GB"));
  return { estate_agents, lawyer_groups };
}
