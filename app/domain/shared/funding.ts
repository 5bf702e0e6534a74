/**
 * Sources of funding to tick, named like their columns (D-036, AMB-D04). `remortgage` is no longer
 * offered.
 */
export const FUNDING_SOURCES = [
  { name: "savings_from_employment", label: "Savings from employment" },
  { name: "investment_portfolio", label: "Investment portfolio" },
  { name: "inheritance", label: "Inheritance" },
  { name: "divorce_settlement", label: "Divorce settlement" },
  { name: "pension_lump_sum_withdrawal", label: "Pension lump sum withdrawal" },
  { name: "sale_of_shares", label: "Sale of shares" },
  { name: "directors_loans_dividends", label: "Directors loans/dividends" },
  { name: "other_funding", label: "Other" },
] as const;
export type FundingSource = (typeof FUNDING_SOURCES)[number]["name"];

/** Returns the ticked sources in order. */
export function tickedSources(purchase: Record<FundingSource, boolean>) {
  return FUNDING_SOURCES.filter(({ name }) => purchase[name]);
}

/** Ownership types of a property (D-028). */
export const OWNERSHIP_TYPES = ["Sole", "Joint"] as const;

/** Returns the ticked sources for customers: "Savings from employment, Inheritance" (D-036). */
export function tickedFundingText(purchase: Record<FundingSource, boolean>): string {
  return tickedSources(purchase)
    .map(({ label }) => label)
    .join(", ");
}

/** Returns ticked sources for staff and solicitors (K-055), with an old "Remortgage". */
export function fundingText(purchase: Record<FundingSource | "remortgage", boolean>): string {
  const sources = [tickedFundingText(purchase), purchase.remortgage ? "Remortgage" : ""];
  return sources.filter(Boolean).join(", ") || "None";
}
