import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

/** The words for estate agents and for what a matter says of its agent. */

type AgentNames = { office_name: string | null; brand_name: string | null };

/** What an estate agent goes by: its office, else its brand; null with neither. */
export function agentName({ office_name, brand_name }: AgentNames): string | null {
  return office_name || brand_name || null;
}

/** How staff call an estate agent: by its name, else "Unknown Agent" (J-003). */
export function agentLabel(agent: AgentNames | null): string {
  return (agent && agentName(agent)) ?? "Unknown Agent";
}

/** Its brand and its office, "Northgate, Northgate York"'s brand once: an office is often called after its brand. */
export function agentFullName({ office_name, brand_name }: AgentNames): string {
  const isCalledAfter = office_name && brand_name && office_name.startsWith(brand_name);
  const name = isCalledAfter ? office_name : [brand_name, office_name].filter(Boolean).join(", ");
  return name || agentLabel(null);
}

type EstateAgentStatus = Selectable<DB["transactions"]>["estate_agent_status"];

/** What staff read of a matter's estate agent (K-034, K-084 to K-087). */
export function estateAgentText(matter: {
  estate_agent_status: EstateAgentStatus;
  estate_agent: AgentNames | null;
}): string {
  switch (matter.estate_agent_status) {
    case "not_listed":
      return "Estate agent not found in list";
    case "no_agent":
      return "Customer doesn't have an estate agent yet";
    case "assigned":
      return agentLabel(matter.estate_agent);
    case "pending":
      return "Estate agent not assigned";
  }
}
