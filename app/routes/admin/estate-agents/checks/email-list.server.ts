import { MAX_REQUESTER_EMAILS } from "#app/domain/estate-agents/limits.ts";
import type { ListLimits } from "#app/forms/list-buttons.server.ts";

/** The last requester email stays while checks are requested, whatever is posted (M-060, AMB-M05). */
export function emailList(prefix = ""): Record<string, ListLimits> {
  const requests = ["requests_seller_thirdfort_checks", "requests_buyer_thirdfort_checks"];
  return {
    [`${prefix}thirdfort_requester_emails`]: {
      max: MAX_REQUESTER_EMAILS,
      min: (form) => (requests.some((name) => form.has(`${prefix}${name}`)) ? 1 : 0),
    },
  };
}
