import type { Db } from "#db/connection.ts";
import { agentNames } from "./agent-names.server.ts";
import { agentLabel } from "./labels.ts";

/** Every estate agent by what staff call it, for a select (J-002, J-003, AMB-J05). */
export async function listAgentOptions(db: Db): Promise<{ value: string; label: string }[]> {
  const agents = await db.selectFrom(agentNames()).selectAll().execute();
  return agents
    .map((agent) => ({ value: agent.id, label: agentLabel(agent) }))
    .sort((one, other) => one.label.localeCompare(other.label, "en-GB"));
}
