export const SIDES = ["seller", "buyer"] as const;
export type Side = (typeof SIDES)[number];

/**
 * Number of sides that have a solicitor. If both sides have one, staff can no longer assign a
 * solicitor (AMB-K03).
 */
type AssignedSides = "none" | "one" | "both";

export function assignedSides(matter: {
  seller_lawyer_group_id: string | null;
  buyer_lawyer_group_id: string | null;
}): AssignedSides {
  const { seller_lawyer_group_id: seller, buyer_lawyer_group_id: buyer } = matter;
  if (seller && buyer) return "both";
  return seller || buyer ? "one" : "none";
}

/** Returns the sides that have no solicitor yet in at least one of the matters (AMB-L06). */
export function openSides(
  matters: readonly {
    seller_lawyer_group_id: string | null;
    buyer_lawyer_group_id: string | null;
  }[],
): Side[] {
  return SIDES.filter((side) => matters.some((matter) => !matter[`${side}_lawyer_group_id`]));
}

/** Returns the side that already has its solicitor if the other side has none, otherwise null. */
export function assignedSide(matters: Parameters<typeof openSides>[0]): Side | null {
  const open = openSides(matters);
  return open.length === 1 ? (SIDES.find((side) => !open.includes(side)) ?? null) : null;
}
