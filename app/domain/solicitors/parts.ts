import type { Tenure } from "#app/domain/properties/tenure.ts";

export type LawFirm = {
  name: string;
  email: string | null;
  /** E.164. */
  phone_number: string | null;
  /** Null for firms older than the form. */
  address: LawFirmAddress | null;
};

export type LawFirmAddress = {
  organisation_name: string | null;
  line_1: string;
  line_2: string | null;
  line_3: string | null;
  post_town: string;
  postcode: string | null;
  country: string;
};

export type Lawyer = {
  first_name: string;
  last_name: string;
  email: string;
  /** E.164. */
  phone_number: string | null;
};

/** The people at a firm who do a matter’s legal work. */
export type LawyerGroup = {
  name: string;
  law_firm_id: string;
  solicitor: Lawyer | null;
  legal_assistants: Lawyer[];
  invoicing_address: string | null;
  /** Recipients of the results of identity checks. */
  thirdfort_recipient_emails: string[];
  /** True if customers can choose the group. */
  panel_solicitor: boolean;
  /** Usual legal fee for a sale, including VAT. */
  legal_fee_pounds: number | null;
  /** Usual working days from instruction to exchange of contracts. */
  usual_working_days: number | null;
} & Homes;

/** Types of homes that a group acts for. It acts for all if none is ticked. */
type Homes = { for_freehold: boolean; for_leasehold: boolean; for_new_build: boolean };

export const HOMES: Record<keyof Homes, string> = {
  for_freehold: "Freehold homes",
  for_leasehold: "Leasehold homes",
  for_new_build: "New-build homes",
};

/** Returns the types of homes as text: "Freehold homes, Leasehold homes", "All homes". */
export function homesText(group: Homes): string {
  const ticked = (["for_freehold", "for_leasehold", "for_new_build"] as const)
    .filter((name) => group[name])
    .map((name) => HOMES[name]);
  return ticked.length > 0 ? ticked.join(", ") : "All homes";
}

/**
 * Returns true if a group acts for a home (CU-20). If the tenure is unknown, a group for either
 * tenure does.
 */
export function actsForHome(
  group: Homes,
  { tenure, type }: { tenure: Tenure; type: "resale" | "development" },
): boolean {
  const { for_freehold, for_leasehold, for_new_build } = group;
  if (!for_freehold && !for_leasehold && !for_new_build) return true;
  if (type === "development") return for_new_build;
  switch (tenure) {
    case "Freehold":
      return for_freehold;
    case "Leasehold":
    case "Share Of Freehold":
      return for_leasehold;
    case "Other":
      return for_freehold || for_leasehold;
  }
}

export const MAX_LEGAL_FEE_POUNDS = 100_000;
export const MAX_USUAL_WORKING_DAYS = 500;

export const MAX_LEGAL_ASSISTANTS = 10;
export const MAX_RECIPIENTS = 20;

/** Countries with British postcodes. */
export const FIRM_COUNTRIES = ["United Kingdom", "Guernsey", "Isle of Man", "Jersey"] as const;

/** Returns the label of a group: its name and its firm’s. */
export function lawyerGroupLabel({ name, law_firm }: { name: string; law_firm: string }): string {
  return `${name}, ${law_firm}`;
}

/** Returns "Panel" if customers can choose the group, or "Non-Panel" (L-007). */
export function panelText(panel_solicitor: boolean): string {
  return panel_solicitor ? "Panel" : "Non-Panel";
}

/** Marks a group that is not on the panel (L-045). */
export function withPanel(label: string, panel_solicitor: boolean): string {
  return panel_solicitor ? label : `${label} (${panelText(panel_solicitor)})`;
}

/** Marks a retired group or firm, which can no longer be chosen (AMB-K03). */
export function withRetired(label: string, retired: boolean): string {
  return retired ? `${label} (Retired)` : label;
}
