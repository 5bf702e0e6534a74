/** How a property is held (C-051). The form's last choice is a longer name for what is stored as Other. */

export const NOT_SURE_TENURE = "Other / Not Sure";
export const TENURE_CHOICES = [
  "Freehold",
  "Leasehold",
  "Share Of Freehold",
  NOT_SURE_TENURE,
] as const;
export type TenureChoice = (typeof TENURE_CHOICES)[number];

/** As stored. */
export type Tenure = Exclude<TenureChoice, typeof NOT_SURE_TENURE> | "Other";

/** Any words but the three known tenures count as Other (C-052, C-068). */
export function toTenure(text: string): Tenure {
  return text === "Freehold" || text === "Leasehold" || text === "Share Of Freehold"
    ? text
    : "Other";
}
