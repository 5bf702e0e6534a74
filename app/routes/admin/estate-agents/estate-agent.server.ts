import { readEstateAgent } from "#app/domain/estate-agents/estate-agents.server.ts";
import { MAX_REQUESTER_EMAILS } from "#app/domain/estate-agents/parts.ts";
import type { ListLimits } from "#app/forms/list-buttons.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { db } from "#db/connection.ts";

/** Reads an estate agent. The result is cached until the end of the request. */
export function findEstateAgent(id: string) {
  return memo(`estate agent ${id}`, () => readEstateAgent(db, id));
}

/**
 * Returns the limits on the number of requesters’ email addresses. An office that requests identity
 * checks must have at least one address (M-060, AMB-M05).
 */
export function emailList(prefix = ""): Record<string, ListLimits> {
  const requests = ["requests_seller_thirdfort_checks", "requests_buyer_thirdfort_checks"];
  return {
    [`${prefix}thirdfort_requester_emails`]: {
      max: MAX_REQUESTER_EMAILS,
      min: (form) => (requests.some((name) => form.has(`${prefix}${name}`)) ? 1 : 0),
    },
  };
}
