import { FUNDING_SOURCES } from "#app/domain/shared/funding.ts";
import { columnsOf, MONEY_QUESTIONS, type Questions } from "#app/domain/shared/questions.ts";

/** Questions about a purchase, in the order in which the page asks them. */
export const PURCHASE_QUESTIONS = {
  postcode: { group: "The property", errorLabel: "Postcode of the property" },
  /**
   * The postcode that was last looked up. Its properties are offered on the page. No field of the
   * form shows it.
   */
  searched: { parent: "postcode" },
  property_id: { parent: "postcode", column: true },
  agreed_price_pounds: {
    errorLabel: "Agreed price",
    question: "What price have you agreed?",
    kind: "price",
  },
  ownership_type: {
    group: "The buyers",
    errorLabel: "Who will own the property",
    question: "Who will own the property?",
    hint: "If you’re buying with someone else, choose Joint and we’ll ask for their details",
    column: true,
  },
  mortgage_required_for_purchase: {
    group: "Where the money comes from",
    errorLabel: "Mortgage for this purchase",
    question: "Do you need a mortgage for this purchase?",
    kind: "answer",
  },
  mortgage_provider: {
    errorLabel: "Mortgage lender",
    parent: "mortgage_required_for_purchase",
    column: true,
  },
  funding: {
    errorLabel: "Where your own money comes from",
    question: "Where does your own money come from?",
    hint: "Don’t include your mortgage or gifts. Select all that apply",
  },
  other_funding_comments: {
    errorLabel: "Other source of funds",
    question: "Where does it come from?",
    parent: "funding",
    column: true,
  },
  gifts: {
    errorLabel: "Gifts towards the purchase",
    question: "Is anyone giving you money towards the purchase?",
    hint: "If yes, we’ll ask for their details",
    kind: "answer",
  },
  purchase_dependent_on_sale: {
    group: "More about your purchase",
    errorLabel: "Linked to another sale",
    question: "Does this purchase depend on the sale of another property?",
    kind: "answer",
  },
  first_time_buyer: {
    errorLabel: "First-time buyer",
    question: "Are you a first-time buyer?",
    hint: "Select yes only if none of the buyers has ever owned a home, in the UK or abroad",
    kind: "answer",
  },
  ...MONEY_QUESTIONS,
} as const satisfies Questions;

export type PurchaseQuestion = keyof typeof PURCHASE_QUESTIONS;

export const PURCHASE_COLUMNS = [
  ...columnsOf(PURCHASE_QUESTIONS),
  ...FUNDING_SOURCES.map(({ name }) => name),
];
export type PurchaseColumn = (typeof PURCHASE_COLUMNS)[number];

/**
 * Labels of a purchase’s answers for staff, in the order in which they are shown (K-049 to K-061).
 */
export const STAFF_WORDS = {
  agreed_price_pounds: "Agreed price",
  is_using_foreign_currency: "Foreign currency",
  mortgage_required_for_purchase: "Mortgage required",
  mortgage_provider: "Mortgage provider",
  funding: "Funding",
  other_funding_comments: "Funding comments",
  gifts: "Gifts",
  purchase_dependent_on_sale: "Purchase dependent on sale",
  ownership_type: "Ownership type",
  first_time_buyer: "First time buyer",
  requires_mortgage_referral: "Mortgage referral",
} as const satisfies Record<
  Exclude<PurchaseQuestion, "postcode" | "searched" | "property_id">,
  string
>;

/** Value of the option for a property that the postcode lookup did not find (D-016). */
export const PROPERTY_NOT_LISTED = "property_not_listed";

/** Returns the error for a buyer who chose PROPERTY_NOT_LISTED (D-009, AMB-D02). */
export function propertyNotListed(email: string): string {
  return `Sorry, we couldn't find your property in our database. Before you continue, please contact our team at ${email}`;
}

/** Returns the error if a postcode has no properties or its lookup failed (D-014, D-015). */
export function postcodeNotFound(email: string): string {
  return `We couldn't find that postcode. Please check for any typos and try again. If you're sure the postcode is right, then before continuing, please contact our team at ${email}. If the seller hasn’t signed up with us yet, ask them or their estate agent to sign up first`;
}
