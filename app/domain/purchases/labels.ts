import { type FundingSource, tickedSources } from "./funding.ts";

/** The words for a purchase. */

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
