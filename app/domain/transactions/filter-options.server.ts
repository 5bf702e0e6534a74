import { listAgentOptions } from "#app/domain/estate-agents/agents.server.ts";
import type { Option } from "#app/domain/fields/options.ts";
import type { Db } from "#db/connection.ts";
import { listLawyerGroupOptions } from "./solicitor-options.server.ts";

/** What the list of matters can be narrowed to: every agent and every lawyer group, by name (J-002 to J-005, AMB-J05). */
export async function transactionFilterOptions(
  db: Db,
): Promise<{ estate_agents: Option[]; lawyer_groups: Option[] }> {
  const [estate_agents, lawyer_groups] = await Promise.all([
    listAgentOptions(db),
    listLawyerGroupOptions(db),
  ]);
  return { estate_agents, lawyer_groups };
}
