/** Law firms and their groups of lawyers, as they are kept and as their forms give them. */

export type LawFirm = {
  name: string;
  email: string | null;
  /** E.164. */
  phone_number: string | null;
  /** Firms from before the form may have none. */
  address: LawFirmAddress | null;
};

export type LawFirmAddress = {
  organisation_name: string | null;
  line_1: string;
  line_2: string | null;
  line_3: string | null;
  post_town: string;
  postcode: string | null;
  /** Its name, in English. */
  country: string;
};

/** A solicitor or a legal assistant. */
export type Lawyer = {
  first_name: string;
  last_name: string;
  email: string;
  /** E.164. */
  phone_number: string | null;
};

/** Those of a firm who do a matter's legal work together. */
export type LawyerGroup = {
  name: string;
  law_firm_id: string;
  solicitor: Lawyer | null;
  legal_assistants: Lawyer[];
  invoicing_address: string | null;
  /** Who is told of the results of identity checks. */
  thirdfort_recipient_emails: string[];
  /** On the panel, from which customers choose. */
  panel_solicitor: boolean;
};

export const MAX_LEGAL_ASSISTANTS = 10;
export const MAX_RECIPIENTS = 20;

/** Countries whose postcodes are British ones. */
export const FIRM_COUNTRIES = ["United Kingdom", "Guernsey", "Isle of Man", "Jersey"] as const;

/** What a group of solicitors is called: by its name and its firm's. */
export function lawyerGroupLabel({ name, law_firm }: { name: string; law_firm: string }): string {
  return `${name}, ${law_firm}`;
}

/** Whether customers may choose a group (L-007). */
export function panelText(panel_solicitor: boolean): string {
  return panel_solicitor ? "Panel" : "Non-Panel";
}

/** Marks who is not on the panel (L-045). */
export function withPanel(label: string, panel_solicitor: boolean): string {
  return panel_solicitor ? label : `${label} (${panelText(panel_solicitor)})`;
}

/** Marks who is retired: they can no longer be chosen (AMB-K03). */
export function withRetired(label: string, retired: boolean): string {
  return retired ? `${label} (Retired)` : label;
}
