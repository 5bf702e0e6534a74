import type { Address } from "#app/domain/shared/address.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { ChasedFirm } from "./chase-words.ts";

/** Returns the firm that a stored question went to. */
export function firmOf({
  side,
  estate_agent_id,
}: {
  side: Side;
  estate_agent_id: string | null;
}): ChasedFirm {
  return estate_agent_id === null ? `${side}_solicitor` : "estate_agent";
}

/** Returns the number, street and other lines of an address, without town and postcode. */
export function streetLine({
  line_1,
  line_2,
  line_3,
}: Pick<Address, "line_1" | "line_2" | "line_3">): string {
  return [line_1, line_2, line_3].filter(Boolean).join(", ");
}
