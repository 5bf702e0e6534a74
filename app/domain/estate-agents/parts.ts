import type { Coordinator, Negotiator, Valuer } from "./people.ts";

/** The parts of an estate agent, each of which is edited by itself, as they are kept and as their forms give them. */

export type Office = {
  brand_id: string | null;
  office_name: string | null;
  /** E.164. */
  office_phone_number: string | null;
  address: OfficeAddress | null;
};

/** In the United Kingdom. */
export type OfficeAddress = {
  line_1: string;
  line_2: string | null;
  line_3: string | null;
  post_town: string;
  postcode: string | null;
};

/** Whether the agent asks for identity checks of their customers or is told of them, and who asks. */
export type Checks = {
  requests_seller_thirdfort_checks: boolean;
  requests_buyer_thirdfort_checks: boolean;
  receives_seller_thirdfort_checks: boolean;
  receives_buyer_thirdfort_checks: boolean;
  thirdfort_requester_emails: string[];
};

export type NewEstateAgent = {
  office: Office;
  valuers: Valuer[];
  negotiators: Negotiator[];
  coordinator: Coordinator | null;
  checks: Checks;
};

export const MAX_REQUESTER_EMAILS = 20;
