/**
 * Sources of funding that buyers can tick. Each has the name of its column (D-036, AMB-D04). The
 * source `remortgage` is no longer offered.
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

/** Returns the sources of funding that are ticked, in the order in which they are offered. */
export function tickedSources(purchase: Record<FundingSource, boolean>) {
  return FUNDING_SOURCES.filter(({ name }) => purchase[name]);
}

/** Ways to own a property: by one buyer or by several (D-028). */
export const OWNERSHIP_TYPES = ["Sole", "Joint"] as const;

/**
 * Returns the ticked sources of funding as text for customers, such as "Savings from employment,
 * Inheritance" (D-036).
 */
export function tickedFundingText(purchase: Record<FundingSource, boolean>): string {
  return tickedSources(purchase)
    .map(({ label }) => label)
    .join(", ");
}

/**
 * Returns the ticked sources of funding as text for staff and solicitors (K-055). It includes
 * "Remortgage" if an older purchase has that source.
 */
export function fundingText(purchase: Record<FundingSource | "remortgage", boolean>): string {
  const sources = [tickedFundingText(purchase), purchase.remortgage ? "Remortgage" : ""];
  return sources.filter(Boolean).join(", ") || "None";
}
