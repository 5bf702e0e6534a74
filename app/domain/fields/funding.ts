/** Where the money of a purchase comes from, and who buys. */

/** What may be ticked (D-036, AMB-D04), under the names of the columns; `remortgage` is kept and not offered. */
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

/** Those that a buyer has ticked, in their order. */
export function tickedSources(purchase: Record<FundingSource, boolean>) {
  return FUNDING_SOURCES.filter(({ name }) => purchase[name]);
}

/** How a property can be owned: alone or together (D-028). */
export const OWNERSHIP_TYPES = ["Sole", "Joint"] as const;

/** "Savings from employment, Inheritance": what a buyer has ticked, as they read it (D-036). */
export function tickedFundingText(purchase: Record<FundingSource, boolean>): string {
  return tickedSources(purchase)
    .map(({ label }) => label)
    .join(", ");
}

/**
 * The same as staff and solicitors read it (K-055): with what may be on record of purchases from before the form left it
 * out.
 */
export function fundingText(purchase: Record<FundingSource | "remortgage", boolean>): string {
  const sources = [tickedFundingText(purchase), purchase.remortgage ? "Remortgage" : ""];
  return sources.filter(Boolean).join(", ") || "None";
}
