import { columnsOf, MONEY_QUESTIONS, type Questions } from "#app/domain/fields/questions.ts";

/** Role of the seller: an owner, or someone who acts for the owners (C-050). */

export const CUSTOMER_TYPES = ["individual_owner", "representative"] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

/** Labels of the role for staff (K-043). */
export const CUSTOMER_TYPE_LABELS: Record<CustomerType, string> = {
  individual_owner: "Individual owner",
  representative: "Representative",
};

/** An answer that cannot start a sale: the page shows how to contact us. */
export const COMPANY_OWNS = "company";

export const customerTypeOptions: readonly { value: CustomerType; label: string }[] = [
  { value: "individual_owner", label: "I own the property" },
  { value: "representative", label: "I am acting on behalf of the seller" },
];

/** Returns the label of the seller’s answer, such as "I own the property". */
export function customerTypeLabel(type: CustomerType): string {
  return customerTypeOptions.find(({ value }) => value === type)?.label ?? "";
}

/** Questions about a sale, in page order (AMB-C01). */
export const SALE_QUESTIONS = {
  address: { group: "The property", asked: "What is the address of the property?" },
  tenure: {
    called: "Tenure",
    asked: "What is the tenure of the property?",
    hint: "Most houses are freehold and most flats are leasehold. If you’re not sure, select “Other / Not Sure”",
  },
  tenure_details: {
    called: "What you know about the tenure",
    asked: "Tell us what you know about the tenure",
    hint: "If you know nothing about it, enter “Not sure”. Your solicitor will find out",
    within: "tenure",
  },
  asking_price_pounds: {
    called: "Asking price",
    asked: "What is your asking price?",
    kind: "price",
  },
  customer_type: {
    group: "The sellers",
    called: "Your role in this sale",
    asked: "What is your role in this sale?",
    column: true,
  },
  another_seller: {
    called: "Another seller",
    asked: "Is there another seller?",
    hint: "If anyone else owns the property with you, select yes and add them. If you’re acting for the seller, select yes and add every owner. The title register usually names no more than 4 owners",
  },
  has_mortgage: {
    group: "Mortgages and your next home",
    called: "Mortgage on the property",
    asked: "Is there a mortgage on the property?",
    kind: "answer",
  },
  onward_purchase: {
    called: "Buying another property",
    asked: "Are you buying another property at the same time?",
    kind: "answer",
  },
  ...MONEY_QUESTIONS,
  estate_agent: {
    group: "Your estate agent",
    called: "Estate agent",
    asked: "Who is your estate agent?",
  },
} as const satisfies Questions;

export type SaleQuestion = keyof typeof SALE_QUESTIONS;

/** Columns of `transactions`; the other answers belong to the property, people or agent. */
export const SALE_COLUMNS = columnsOf(SALE_QUESTIONS);
export type SaleColumn = (typeof SALE_COLUMNS)[number];

/** Answers without an agent from the list (C-057, C-058). */
export const NO_AGENT_LABELS = {
  not_listed: "My estate agent is not listed",
  no_agent: "I don't have an estate agent yet",
} as const;
