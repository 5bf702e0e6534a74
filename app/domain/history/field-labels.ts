import { labelFromSnakeCase } from "#app/domain/shared/format.ts";
import { STAFF_WORDS } from "#app/domain/purchases/questions.ts";
import { SALE_QUESTIONS } from "#app/domain/sales/questions.ts";
import { PURCHASE_DATE_LABELS } from "#app/domain/transactions/significant-dates.ts";

const FIELD_LABELS: Partial<Record<string, string>> = {
  additional_sellers: "Additional sellers",
  additional_buyers: "Additional buyers",
  property: "Address",
  uprn: "UPRN",
  estate_agent_id: "Estate agent",
  agent_fee_pence: "Agent’s fee",
  agent_fee_basis_points: "Agent’s fee",
  agent_fee_includes_vat: "VAT on the agent’s fee",
  seller_lender: "Seller’s lender",
  referral_fee_paid: "Referral fee paid",
  handler_id: "Handler",
  correspondence_address_id: "Correspondence address",
  seller_lawyer_group_id: "Seller solicitor",
  buyer_lawyer_group_id: "Buyer solicitor",
  preferred_lawyer_group_id: "Preferred solicitor",
  is_active: "Active",
  stripe_transaction_status: "Payment status",
  total_amount_pence: "Amount",
  paid_at: "Date paid",
  created_at: "Date created",
  updated_at: "Date changed",
  ended_at: "Date ended",
  expires_at: "Expiry date",
  email_sent_at: "Date emailed",
  legals_started_at: "Legals started",
  terms_accepted_at: "Date terms accepted",
  terms_version: "Terms version",
  s3_document_key: "Document",
  checked_pages: "Pages checked",
  left_out_by: "Excluded from the report",
  shared_at: "Shared with the buyer",
  thirdfort_id: "Thirdfort reference",
  sent_at: "Date sent",
  received_at: "Date received",
  retired_at: "Date retired",
  generated_at: "Date generated",
  order_sent_at: "Date ordered",
  order_called_off_at: "Date the order was cancelled",
  payment_failed_at: "Date the payment failed",
};

const QUESTION_LABELS = Object.fromEntries(
  Object.entries(SALE_QUESTIONS).flatMap(([name, question]) =>
    "errorLabel" in question ? [[name, question.errorLabel]] : [],
  ),
);

/** Returns the label of a field for staff, such as "Asking price" for `asking_price_pounds`. */
export function fieldLabel(field: string): string {
  const labels: Partial<Record<string, string>> = {
    ...QUESTION_LABELS,
    customer_type: "Role in the sale",
    ...STAFF_WORDS,
    ...PURCHASE_DATE_LABELS,
    ...FIELD_LABELS,
  };
  return labels[field] ?? labelFromSnakeCase(field);
}
