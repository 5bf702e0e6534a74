/** The people of an estate agent's office: valuers, negotiators, and one coordinator or none. */

export type Valuer = {
  first_name: string;
  last_name: string | null;
  email: string | null;
  /** E.164. */
  phone_number: string | null;
  primary_valuer: boolean;
  /** Gets the weekly leads email (M-056). */
  is_subscribed: boolean;
};

export type Negotiator = {
  first_name: string;
  last_name: string;
  email: string;
  /** E.164. */
  phone_number: string;
};

export type Coordinator = {
  first_name: string;
  last_name: string;
  email: string;
  /** E.164. */
  phone_number: string | null;
  is_subscribed: boolean;
};

type Contact = "first_name" | "last_name" | "email" | "phone_number";

/** What is asked of a person, in the order of the page; each is called as its column is. */
export type PersonQuestion = Contact | "primary_valuer" | "is_subscribed";

type Kind = {
  /** What staff call one. */
  noun: string;
  /** Where an office can have several: their table, and how many. */
  table?: "valuers" | "negotiators";
  max?: number;
  questions: readonly PersonQuestion[];
  /** Those that may be left blank. */
  optional: readonly Exclude<Contact, "first_name">[];
  /** What they will no longer do once they are deleted. */
  does: string;
};

export type PersonKind = "valuer" | "negotiator" | "coordinator";

export const PERSON_KINDS = {
  valuer: {
    noun: "valuer",
    table: "valuers",
    max: 50,
    questions: [
      "first_name",
      "last_name",
      "email",
      "phone_number",
      "primary_valuer",
      "is_subscribed",
    ],
    optional: ["last_name", "email", "phone_number"],
    does: "be a valuer at this estate agent. The leads they have sent will stay.",
  },
  negotiator: {
    noun: "negotiator",
    table: "negotiators",
    // The specification allows no more (M-027).
    max: 5,
    questions: ["first_name", "last_name", "email", "phone_number"],
    optional: [],
    does: "be a negotiator at this estate agent.",
  },
  coordinator: {
    noun: "office coordinator",
    questions: ["first_name", "last_name", "email", "phone_number", "is_subscribed"],
    optional: ["phone_number"],
    does: "be this estate agent’s office coordinator.",
  },
} as const satisfies Record<PersonKind, Kind>;

/** Said of one more than an office can have, wherever they are added. */
export function tooMany(kind: "valuer" | "negotiator"): string {
  const { max, table } = PERSON_KINDS[kind];
  return `An estate agent can have at most ${max} ${table}`;
}

/** Said of an email that another valuer has (AMB-M04). */
export const VALUER_EMAIL_TAKEN = "A valuer with this email already exists";

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
