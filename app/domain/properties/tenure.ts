/** How a property is known to be held (C-051, P-043). */
export const KNOWN_TENURES = ["Freehold", "Leasehold", "Share Of Freehold"] as const;

/** The seller's last choice: a longer name for what is stored as Other. */
export const NOT_SURE_TENURE = "Other / Not Sure";

export const TENURE_CHOICES = [...KNOWN_TENURES, NOT_SURE_TENURE] as const;

/** As stored. */
export type Tenure = (typeof KNOWN_TENURES)[number] | "Other";

/** Any words but the three known tenures count as Other (C-052, C-068). */
export function toTenure(text: string): Tenure {
  return KNOWN_TENURES.find((known) => known === text) ?? "Other";
}
