/** The two sides of a matter, each of which has solicitors of its own. */

export const SIDES = ["seller", "buyer"] as const;
export type Side = (typeof SIDES)[number];

/** On how many sides of a matter solicitors are assigned; once it is both, staff assign no one else here (AMB-K03). */
type AssignedSides = "none" | "one" | "both";

export function assignedSides(matter: {
  seller_lawyer_group_id: string | null;
  buyer_lawyer_group_id: string | null;
}): AssignedSides {
  const { seller_lawyer_group_id: seller, buyer_lawyer_group_id: buyer } = matter;
  if (seller && buyer) return "both";
  return seller || buyer ? "one" : "none";
}

/** The sides of a matter, or of several together, that a person is still to be assigned to (AMB-L06). */
export function openSides(
  matters: readonly {
    seller_lawyer_group_id: string | null;
    buyer_lawyer_group_id: string | null;
  }[],
): Side[] {
  return SIDES.filter((side) => matters.some((matter) => !matter[`${side}_lawyer_group_id`]));
}

/** The side that has its solicitors already, where it is one alone. */
export function keptSide(matters: Parameters<typeof openSides>[0]): Side | null {
  const open = openSides(matters);
  return open.length === 1 ? (SIDES.find((side) => !open.includes(side)) ?? null) : null;
}
