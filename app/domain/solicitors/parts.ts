import type { Tenure } from "#app/domain/properties/tenure.ts";

export type LawFirm = {
  name: string;
  email: string | null;
  /** Phone number in the E.164 format. */
  phone_number: string | null;
  /** Null for a law firm that is older than the form with the address. */
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
  /** Phone number in the E.164 format. */
  phone_number: string | null;
};

/** A lawyer group: the people at a law firm who do a matter’s legal work. */
export type LawyerGroup = {
  name: string;
  law_firm_id: string;
  solicitor: Lawyer | null;
  legal_assistants: Lawyer[];
  invoicing_address: string | null;
  /** Email addresses that the results of identity checks are sent to. */
  thirdfort_recipient_emails: string[];
  /** True if sellers can choose the group as their solicitor. */
  panel_solicitor: boolean;
  /** Usual legal fee for a sale in pounds, including VAT. */
  legal_fee_pounds: number | null;
  /** Usual number of working days from instruction to exchange of contracts. */
  usual_working_days: number | null;
} & Homes;

/** Types of property that a lawyer group acts for. If none is ticked, it acts for all of them. */
type Homes = { for_freehold: boolean; for_leasehold: boolean; for_new_build: boolean };

export const HOMES: Record<keyof Homes, string> = {
  for_freehold: "Freehold homes",
  for_leasehold: "Leasehold homes",
  for_new_build: "New-build homes",
};

/**
 * Returns the types of property as text, such as "Freehold homes, Leasehold homes" or "All homes".
 */
export function homesText(group: Homes): string {
  const ticked = (["for_freehold", "for_leasehold", "for_new_build"] as const)
    .filter((name) => group[name])
    .map((name) => HOMES[name]);
  return ticked.length > 0 ? ticked.join(", ") : "All homes";
}

/**
 * Returns true if a lawyer group acts for a property (CU-20). If the property’s tenure is not
 * known, it is enough that the group acts for freehold or for leasehold.
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

/** Countries in which a law firm can be. All have postcodes in the British format. */
export const FIRM_COUNTRIES = ["United Kingdom", "Guernsey", "Isle of Man", "Jersey"] as const;

/** Returns the label of a lawyer group, with the names of the group and its law firm. */
export function lawyerGroupLabel({ name, law_firm }: { name: string; law_firm: string }): string {
  return `${name}, ${law_firm}`;
}

/** Returns "Panel" if sellers can choose the lawyer group, otherwise "Non-Panel" (L-007). */
export function panelText(panel_solicitor: boolean): string {
  return panel_solicitor ? "Panel" : "Non-Panel";
}

/** Adds "(Non-Panel)" to the label of a lawyer group that is not on the panel (L-045). */
export function withPanel(label: string, panel_solicitor: boolean): string {
  return panel_solicitor ? label : `${label} (${panelText(panel_solicitor)})`;
}

/**
 * Adds "(Retired)" to the label of a retired lawyer group or law firm, which can no longer be
 * chosen (AMB-K03).
 */
export function withRetired(label: string, retired: boolean): string {
  return retired ? `${label} (Retired)` : label;
}
