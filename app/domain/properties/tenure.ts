/** Tenures of a property (C-051, P-043). */
export const KNOWN_TENURES = ["Freehold", "Leasehold", "Share Of Freehold"] as const;

/** The seller’s last choice, stored as Other. */
export const NOT_SURE_TENURE = "Other / Not Sure";

export const TENURE_CHOICES = [...KNOWN_TENURES, NOT_SURE_TENURE] as const;

export type Tenure = (typeof KNOWN_TENURES)[number] | "Other";

/** Maps any text other than the three known tenures to Other (C-052, C-068). */
export function toTenure(text: string): Tenure {
  return KNOWN_TENURES.find((known) => known === text) ?? "Other";
}
