import { FUNDING_SOURCES, type FundingSource } from "./funding.ts";

/** The words for a purchase, as staff and solicitors read them. */

/** What may be on record, also of purchases from before the form left it out. */
const ALL_SOURCES = [...FUNDING_SOURCES, { name: "remortgage", label: "Remortgage" }] as const;

/** "Savings from employment, Inheritance": where the money comes from (K-055). */
export function fundingText(purchase: Record<FundingSource | "remortgage", boolean>): string {
  const sources = ALL_SOURCES.filter(({ name }) => purchase[name]);
  return sources.map(({ label }) => label).join(", ") || "None";
}
