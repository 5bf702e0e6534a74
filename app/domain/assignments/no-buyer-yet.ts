import type { Option } from "#app/domain/shared/answers.ts";

/**
 * Option of the buyer’s solicitor when solicitors are assigned to a sale without a buyer. Only the
 * seller’s solicitor is assigned then, and the next step asks staff for the buyer’s once there is a
 * purchase (L-047).
 */
export const NO_BUYER_YET: Option = { value: "no-buyer-yet", label: "No buyer yet" };
