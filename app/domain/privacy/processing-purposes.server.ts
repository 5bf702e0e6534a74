import type { RetentionPeriodName } from "./retention-periods.server.ts";

/** Kinds of people whose data we hold. */
export type Person =
  | "seller"
  | "buyer"
  | "giftor"
  | "owner who is represented"
  | "staff"
  | "estate agent"
  | "solicitor"
  | "correspondent"
  | "visitor";

export const PEOPLE: Readonly<Record<Person, string>> = {
  seller: "sellers",
  buyer: "buyers",
  giftor: "giftors",
  "owner who is represented": "owners with a representative",
  staff: "our team",
  "estate agent": "estate agents",
  solicitor: "solicitors",
  correspondent: "people who email us",
  visitor: "people without an account",
};

/** Legal basis for holding the data, in article 6 of the UK GDPR. */
type Basis = "contract" | "legal obligation" | "legitimate interests";

export type ProcessingPurpose = {
  whose: readonly Person[];
  why: string;
  basis: Basis;
  /**
   * Retention periods of the data. There are several if the period depends on the row: an email
   * about a matter has a different period from other emails.
   */
  periods: readonly RetentionPeriodName[];
  /** Name of this part of a table’s data, if the table’s label does not fit it. */
  part?: string;
};

const CUSTOMERS = ["seller", "buyer"] as const;
export const EVERYBODY_IN_A_MATTER = [
  "seller",
  "buyer",
  "giftor",
  "owner who is represented",
] as const;
const PARTNERS = ["estate agent", "solicitor"] as const;

export const account = {
  whose: [...CUSTOMERS, "giftor", "staff"],
  why: "to know who has an account and how to reach them",
  basis: "contract",
  periods: ["account", "unconfirmed"],
} as const satisfies ProcessingPurpose;
export const access = {
  whose: [...CUSTOMERS, "giftor", "staff"],
  why: "to keep sign-in secure",
  basis: "legitimate interests",
} as const;
export const matter = {
  whose: EVERYBODY_IN_A_MATTER,
  why: "to progress the sale or purchase",
  basis: "contract",
  periods: ["matter", "begun"],
} as const satisfies ProcessingPurpose;
export const staffAtWork = {
  whose: ["staff"],
  why: "to know who did what in a sale or purchase",
  basis: "legitimate interests",
  periods: ["matter", "begun"],
} as const satisfies ProcessingPurpose;
export const worksHere = {
  whose: ["staff"],
  why: "to control who on our team can sign in and what they can do",
  basis: "legitimate interests",
  periods: ["account"],
} as const satisfies ProcessingPurpose;
export const money = {
  whose: ["seller"],
  why: "to take payments and keep accounts",
  basis: "legal obligation",
  periods: ["matter", "begun"],
} as const satisfies ProcessingPurpose;
export const check = {
  whose: EVERYBODY_IN_A_MATTER,
  why: "to check identity and the source of funds",
  basis: "legal obligation",
  periods: ["check", "begun"],
} as const satisfies ProcessingPurpose;
export const partner = {
  whose: PARTNERS,
  why: "to work with law firms and estate agents",
  basis: "legitimate interests",
  periods: ["partner"],
} as const satisfies ProcessingPurpose;
export const staffSearch = {
  whose: [...EVERYBODY_IN_A_MATTER, ...PARTNERS],
  why: "to help our team find records",
  basis: "legitimate interests",
  periods: ["account", "matter", "begun", "partner"],
} as const satisfies ProcessingPurpose;
export const address = {
  whose: [...EVERYBODY_IN_A_MATTER, ...PARTNERS],
  why: "to identify the property and write to people",
  basis: "contract",
  periods: ["account", "matter", "begun", "partner"],
} as const satisfies ProcessingPurpose;
export const email = {
  whose: ["correspondent", ...EVERYBODY_IN_A_MATTER, ...PARTNERS],
  why: "to read emails sent to us about a sale or purchase",
  basis: "legitimate interests",
  periods: ["matter", "begun", "stray_email"],
} as const satisfies ProcessingPurpose;
export const sent = {
  whose: [...EVERYBODY_IN_A_MATTER, ...PARTNERS, "staff", "visitor"],
  why: "to send each email only once and to know that it was sent",
  basis: "legitimate interests",
  periods: ["account", "matter", "begun", "stray_sent"],
} as const satisfies ProcessingPurpose;
export const emailContent = {
  ...sent,
  part: "content of emails we sent about a sale or purchase (except emails with a sign-in link)",
  why: "to keep a record of what we sent",
  periods: ["matter", "begun"],
} as const satisfies ProcessingPurpose;
export const lead = {
  whose: ["visitor", "seller"],
  why: "to offer our service to an owner whose details an estate agent gave us",
  basis: "legitimate interests",
  periods: ["lead"],
} as const satisfies ProcessingPurpose;
export const enquiry = {
  whose: ["visitor", ...CUSTOMERS, "giftor"],
  why: "to reply to people who contact us",
  basis: "legitimate interests",
  periods: ["enquiry"],
} as const satisfies ProcessingPurpose;
export const copy = {
  whose: [...CUSTOMERS, "giftor", "staff"],
  why: "to give people a copy of their data, and to prepare the file of a sale or purchase",
  basis: "legal obligation",
  periods: ["copy"],
} as const satisfies ProcessingPurpose;
export const corrected = {
  whose: [...CUSTOMERS, "giftor", "staff"],
  why: "to correct wrong data and keep a record of the request",
  basis: "legal obligation",
  periods: ["request"],
} as const satisfies ProcessingPurpose;
export const request = {
  whose: [...CUSTOMERS, "giftor"],
  why: "to delete data on request, and to delete it again if we restore a backup",
  basis: "legal obligation",
  periods: ["request"],
} as const satisfies ProcessingPurpose;
