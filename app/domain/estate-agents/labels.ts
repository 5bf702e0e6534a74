import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

type AgentNames = { office_name: string | null; brand_name: string | null };

/**
 * Returns an estate agent's office name, or its brand name if the office has none; null if both are
 * missing.
 */
export function agentName({ office_name, brand_name }: AgentNames): string | null {
  return office_name || brand_name || null;
}

/** Returns an estate agent's name for staff, or "Unknown Agent" (J-003). */
export function agentLabel(agent: AgentNames | null): string {
  return (agent && agentName(agent)) ?? "Unknown Agent";
}

/**
 * Returns the names of an estate agent's brand and office. If the office name starts with the
 * brand, returns the office name only.
 */
export function agentFullName({ office_name, brand_name }: AgentNames): string {
  const isCalledAfter = office_name && brand_name && office_name.startsWith(brand_name);
  const name = isCalledAfter ? office_name : [brand_name, office_name].filter(Boolean).join(", ");
  return name || agentLabel(null);
}

type EstateAgentStatus = Selectable<DB["transactions"]>["estate_agent_status"];

/**
 * Returns the name of a matter's estate agent, or why there is none, for staff (K-034, K-084 to
 * K-087).
 */
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
