export type Valuer = {
  first_name: string;
  last_name: string | null;
  email: string | null;
  /** Phone number in the E.164 format. */
  phone_number: string | null;
  primary_valuer: boolean;
  /** True if the valuer receives the weekly leads email (M-056). */
  is_subscribed: boolean;
};

export type Negotiator = {
  first_name: string;
  last_name: string;
  email: string;
  /** Phone number in the E.164 format. */
  phone_number: string;
};

export type Coordinator = {
  first_name: string;
  last_name: string;
  email: string;
  /** Phone number in the E.164 format. */
  phone_number: string | null;
  is_subscribed: boolean;
};

type Contact = "first_name" | "last_name" | "email" | "phone_number";

/**
 * Names of the fields of a valuer, negotiator or coordinator. Their columns have the same names.
 */
export type PersonQuestion = Contact | "primary_valuer" | "is_subscribed";

type Kind = {
  noun: string;
  table?: "valuers" | "negotiators";
  max?: number;
  questions: readonly PersonQuestion[];
  optional: readonly Exclude<Contact, "first_name">[];
  /** Text that completes "They will no longer …" on the deletion page. */
  deletion_effect: string;
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
    deletion_effect: "be a valuer at this estate agent. The leads they have sent will stay.",
  },
  negotiator: {
    noun: "negotiator",
    table: "negotiators",
    // Maximum set by the specification (M-027).
    max: 5,
    questions: ["first_name", "last_name", "email", "phone_number"],
    optional: [],
    deletion_effect: "be a negotiator at this estate agent.",
  },
  coordinator: {
    noun: "office coordinator",
    questions: ["first_name", "last_name", "email", "phone_number", "is_subscribed"],
    optional: ["phone_number"],
    deletion_effect: "be this estate agent’s office coordinator.",
  },
} as const satisfies Record<PersonKind, Kind>;

/**
 * Returns the error for an estate agent that already has the maximum number of valuers or
 * negotiators.
 */
export function tooManyPeopleMessage(kind: "valuer" | "negotiator"): string {
  const { max, table } = PERSON_KINDS[kind];
  return `An estate agent can have at most ${max} ${table}`;
}

/** Error for an email address that another valuer has (AMB-M04). */
export const VALUER_EMAIL_TAKEN = "A valuer with this email already exists";

export type Office = {
  brand_id: string | null;
  office_name: string | null;
  /** Phone number in the E.164 format. */
  office_phone_number: string | null;
  address: OfficeAddress | null;
};

/** UK address, so it has no country. */
export type OfficeAddress = {
  line_1: string;
  line_2: string | null;
  line_3: string | null;
  post_town: string;
  postcode: string | null;
};

/**
 * Settings for ID checks: whether an office requests them and receives their results, and the
 * addresses that we email requests to.
 */
export type IdentityCheckSettings = {
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
  checks: IdentityCheckSettings;
};

export const MAX_REQUESTER_EMAILS = 20;
