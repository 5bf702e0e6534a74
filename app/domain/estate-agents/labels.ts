import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

/** The words for estate agents and for what a matter says of its agent. */

/** How staff call an estate agent: by its office, else its brand, else "Unknown Agent" (J-003). */
export function agentLabel(agent: {
  office_name: string | null;
  brand_name: string | null;
}): string {
  return agent.office_name || agent.brand_name || "Unknown Agent";
}

export type EstateAgentStatus = Selectable<DB["transactions"]>["estate_agent_status"];

/** What staff read of a matter's estate agent (K-034, K-084 to K-087). */
export function estateAgentText(matter: {
  estate_agent_status: EstateAgentStatus;
  estate_agent: { office_name: string | null; brand_name: string | null } | null;
}): string {
  switch (matter.estate_agent_status) {
    case "not_listed":
      return "Estate agent not found in list";
    case "no_agent":
      return "Customer doesn't have an estate agent yet";
    case "assigned":
      return matter.estate_agent ? agentLabel(matter.estate_agent) : "Unknown Agent";
    case "pending":
      return "Estate agent not assigned";
  }
}
