/** Who sells: an owner, or a person who acts for the owners (C-050). */

export const CUSTOMER_TYPES = ["individual_owner", "representative"] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

/** What a seller is to the home, as staff read it (K-043). */
export const CUSTOMER_TYPE_LABELS: Record<CustomerType, string> = {
  individual_owner: "Individual owner",
  representative: "Representative",
};

/** An answer that no sale can be made of here: the page says whom to write to. */
export const COMPANY_OWNS = "company";

/** For radios. */
export const customerTypeOptions: readonly { value: CustomerType; label: string }[] = [
  { value: "individual_owner", label: "I own the property" },
  { value: "representative", label: "I am acting on behalf of the seller" },
];
