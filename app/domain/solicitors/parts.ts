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
