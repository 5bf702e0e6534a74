import { formatBasisPoints, formatPence, formatPounds } from "#app/domain/shared/money.ts";

/** Fee that the seller owes the estate agent on completion, as agents state it. */
export type AgentFee = {
  /** Fixed fee in pence; null if the fee is a percentage. */
  amount_pence: number | null;
  /** Hundredths of a percent of the sale price, such as 125 for 1.25%; null for a fixed fee. */
  basis_points: number | null;
  /** True if the fee includes VAT; false if VAT is added to it. */
  includes_vat: boolean;
};

/** Returns the fee as staff type it, such as "£3,000" or "1.25%". */
export function typedAgentFee({ amount_pence, basis_points }: AgentFee): string {
  if (basis_points !== null) return formatBasisPoints(basis_points);
  const pence = amount_pence ?? 0;
  return pence % 100 === 0 ? formatPounds(pence / 100) : formatPence(pence);
}

/** Returns the fee for staff and for letters, such as "1.25% plus VAT". */
export function agentFeeText(fee: AgentFee): string {
  const amount = typedAgentFee(fee);
  const price = fee.basis_points === null ? amount : `${amount} of the sale price`;
  return `${price}${fee.includes_vat ? ", including VAT" : " plus VAT"}`;
}
