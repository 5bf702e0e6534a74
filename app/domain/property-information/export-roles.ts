import type { Question } from "./question-type.ts";

/** People who get the property information. */
export const EXPORT_ROLES = [
  "staff",
  "seller",
  "seller_solicitor",
  "buyer_solicitor",
  "estate_agent",
] as const;
export type ExportRole = (typeof EXPORT_ROLES)[number];

/** Readers on the seller’s side, who also get the sellers’ email addresses and phone numbers. */
const SELLERS_SIDE: readonly ExportRole[] = ["staff", "seller", "seller_solicitor"];

/** Questions whose answers name people who are neither sellers nor firms. */
const ABOUT_OTHERS: readonly string[] = ["other_adults_names"];

/** Returns true if the reader gets the sellers’ email addresses and phone numbers. */
export function hasContactDetails(role: ExportRole): boolean {
  return SELLERS_SIDE.includes(role);
}

/** Returns true if the reader gets the answer to this question. Agents get no names of others. */
export function isForRole({ id }: Question, role: ExportRole): boolean {
  return role !== "estate_agent" || !ABOUT_OTHERS.includes(id);
}
