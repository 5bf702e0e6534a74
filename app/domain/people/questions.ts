import { columnsOf, type Questions } from "#app/domain/fields/questions.ts";

/** Questions about people, in the order of each page. */

const NAMES = {
  first_name: { called: "First name", column: true },
  middle_name: { called: "Middle name", within: "first_name", column: true },
  last_name: { called: "Last name", within: "first_name", column: true },
} as const satisfies Questions;

/** Questions to customers about themselves; we already have their email. */
export const ABOUT_YOU = {
  ...NAMES,
  phone_number: { called: "Mobile number", column: true },
  phone_country: { called: "Country code", within: "phone_number" },
  correspondence_address: { called: "Your address" },
} as const satisfies Questions;

export type AboutYouQuestion = keyof typeof ABOUT_YOU;

export const USER_COLUMNS = columnsOf(ABOUT_YOU);
export type UserColumn = (typeof USER_COLUMNS)[number];

/** Labels of the answers for staff, in display order. */
export const USER_WORDS = {
  first_name: "First name",
  middle_name: "Middle name",
  last_name: "Last name",
  email: "Email",
  phone_number: "Phone",
} as const satisfies Record<UserColumn | "email", string>;

const REACH = {
  email: { called: "Email address", column: true },
  phone_number: { called: "Mobile number", within: "email", column: true },
  phone_country: { called: "Country code", within: "email" },
  same_address: { called: "Same address" },
  correspondence_address: { called: "Their address", within: "same_address" },
} as const satisfies Questions;

/** Questions about a participant. */
export const OTHER_PERSON = { ...NAMES, ...REACH } as const satisfies Questions;

export const OWNER = {
  ...NAMES,
  represented_because: {
    called: "Whether they can act",
    asked: "Can this owner act for themselves?",
    hint: "If not, we won’t ask for their contact details, and we’ll check your identity instead of theirs",
    column: true,
  },
  ...REACH,
} as const satisfies Questions;

/** Extra questions about a giftor. */
export const GIFT = {
  amount_pounds: { called: "Amount", asked: "How much are they giving?", column: true },
  relationship: {
    called: "Relationship",
    asked: "What is their relationship to you?",
    column: true,
  },
} as const satisfies Questions;

export const PARTY_QUESTIONS = { ...OWNER, ...GIFT } as const satisfies Questions;

export type PartyQuestion = keyof typeof PARTY_QUESTIONS;

export const PARTY_COLUMNS = columnsOf(PARTY_QUESTIONS);
export type PartyColumn = (typeof PARTY_COLUMNS)[number];

/** A giftor’s relationship to the buyer (D-050). */
export const RELATIONSHIPS = ["Parent", "Other Family", "Other"] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];
