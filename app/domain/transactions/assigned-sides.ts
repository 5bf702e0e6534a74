/** On how many sides of a matter solicitors are assigned; once it is both, staff assign nobody else here (AMB-K03). */
export type AssignedSides = "none" | "one" | "both";

export function assignedSides(matter: {
  seller_lawyer_group_id: string | null;
  buyer_lawyer_group_id: string | null;
}): AssignedSides {
  const { seller_lawyer_group_id: seller, buyer_lawyer_group_id: buyer } = matter;
  if (seller && buyer) return "both";
  return seller || buyer ? "one" : "none";
}
