/** Tenures that a seller can choose by name (C-051, P-043). */
export const KNOWN_TENURES = ["Freehold", "Leasehold", "Share Of Freehold"] as const;

/** The last choice in the list of tenures, which is stored as Other. */
export const NOT_SURE_TENURE = "Other / Not Sure";

export const TENURE_CHOICES = [...KNOWN_TENURES, NOT_SURE_TENURE] as const;

/** Tenures as they are stored. */
export const TENURES = [...KNOWN_TENURES, "Other"] as const;
export type Tenure = (typeof TENURES)[number];

/**
 * Converts text to a tenure: one of the three known tenures, or Other for any other text (C-052,
 * C-068).
 */
export function toTenure(text: string): Tenure {
  return KNOWN_TENURES.find((known) => known === text) ?? "Other";
}
