/** Questions about people, in the order in which each page asks them. */

import { columnsOf, type Questions } from "#app/domain/shared/questions.ts";

const NAMES = {
  first_name: { errorLabel: "First name", column: true },
  middle_name: { errorLabel: "Middle name", parent: "first_name", column: true },
  last_name: { errorLabel: "Last name", parent: "first_name", column: true },
} as const satisfies Questions;

/** Questions that customers answer about themselves. We already have their email. */
export const ABOUT_YOU = {
  ...NAMES,
  phone_number: { errorLabel: "Mobile number", column: true },
  phone_country: { errorLabel: "Country code", parent: "phone_number" },
  correspondence_address: { errorLabel: "Your address" },
} as const satisfies Questions;

export type AboutYouQuestion = keyof typeof ABOUT_YOU;

export const USER_COLUMNS = columnsOf(ABOUT_YOU);
export type UserColumn = (typeof USER_COLUMNS)[number];

/**
 * Labels of a person’s details for staff, in the order in which they are shown.
 */
export const USER_WORDS = {
  first_name: "First name",
  middle_name: "Middle name",
  last_name: "Last name",
  email: "Email",
  phone_number: "Phone",
} as const satisfies Record<UserColumn | "email", string>;

const REACH = {
  email: { errorLabel: "Email address", column: true },
  phone_number: { errorLabel: "Mobile number", parent: "email", column: true },
  phone_country: { errorLabel: "Country code", parent: "email" },
  same_address: { errorLabel: "Same address" },
  correspondence_address: { errorLabel: "Their address", parent: "same_address" },
} as const satisfies Questions;

/** Questions about a participant. */
export const OTHER_PERSON = { ...NAMES, ...REACH } as const satisfies Questions;

export const OWNER = {
  ...NAMES,
  representation_reason: {
    errorLabel: "Whether they can act",
    question: "Can this owner act for themselves?",
    hint: "If not, we won’t ask for their contact details, and we’ll check your identity instead of theirs",
    column: true,
  },
  ...REACH,
} as const satisfies Questions;

/** Extra questions about a giftor. */
export const GIFT = {
  amount_pounds: { errorLabel: "Amount", question: "How much are they giving?", column: true },
  relationship: {
    errorLabel: "Relationship",
    question: "What is their relationship to you?",
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
