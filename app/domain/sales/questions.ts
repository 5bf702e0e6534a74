import { columnsOf, MONEY_QUESTIONS, type Questions } from "#app/domain/shared/questions.ts";

/**
 * Roles of the person who signs up to sell: an owner, or someone who acts for the owners (C-050).
 */
export const CUSTOMER_TYPES = ["individual_owner", "representative"] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

/** Labels of the seller’s role for staff (K-043). */
export const CUSTOMER_TYPE_LABELS: Record<CustomerType, string> = {
  individual_owner: "Individual owner",
  representative: "Representative",
};

/** Answer that prevents a sale from starting: the page shows how to contact us instead. */
export const COMPANY_OWNS = "company";

export const customerTypeOptions: readonly { value: CustomerType; label: string }[] = [
  { value: "individual_owner", label: "I own the property" },
  { value: "representative", label: "I am acting on behalf of the seller" },
];

/** Returns the seller’s own words for their role, such as "I own the property". */
export function customerTypeLabel(type: CustomerType): string {
  return customerTypeOptions.find(({ value }) => value === type)?.label ?? "";
}

/** Questions about a sale, in the order in which the page asks them (AMB-C01). */
export const SALE_QUESTIONS = {
  address: { group: "The property", question: "What is the address of the property?" },
  tenure: {
    errorLabel: "Tenure",
    question: "What is the tenure of the property?",
    hint: "Most houses are freehold and most flats are leasehold. If you’re not sure, select “Other / Not Sure”",
  },
  tenure_details: {
    errorLabel: "What you know about the tenure",
    question: "Tell us what you know about the tenure",
    hint: "If you know nothing about it, enter “Not sure”. Your solicitor will find out",
    parent: "tenure",
  },
  asking_price_pounds: {
    errorLabel: "Asking price",
    question: "What is your asking price?",
    kind: "price",
  },
  customer_type: {
    group: "The sellers",
    errorLabel: "Your role in this sale",
    question: "What is your role in this sale?",
    column: true,
  },
  another_seller: {
    errorLabel: "Another seller",
    question: "Is there another seller?",
    hint: "If anyone else owns the property with you, select yes and add them. If you’re acting for the seller, select yes and add every owner. The title register usually names no more than 4 owners",
  },
  has_mortgage: {
    group: "Mortgages and your next home",
    errorLabel: "Mortgage on the property",
    question: "Is there a mortgage on the property?",
    kind: "answer",
  },
  onward_purchase: {
    errorLabel: "Buying another property",
    question: "Are you buying another property at the same time?",
    kind: "answer",
  },
  ...MONEY_QUESTIONS,
  estate_agent: {
    group: "Your estate agent",
    errorLabel: "Estate agent",
    question: "Who is your estate agent?",
  },
} as const satisfies Questions;

export type SaleQuestion = keyof typeof SALE_QUESTIONS;

/**
 * Answers that are stored in columns of `transactions`. The others belong to the property, the
 * people or the estate agent.
 */
export const SALE_COLUMNS = columnsOf(SALE_QUESTIONS);
export type SaleColumn = (typeof SALE_COLUMNS)[number];

/** Labels of the answers that do not name an estate agent from the list (C-057, C-058). */
export const NO_AGENT_LABELS = {
  not_listed: "My estate agent is not listed",
  no_agent: "I don't have an estate agent yet",
} as const;
