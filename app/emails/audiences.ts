/** Emails to solicitors and estate agents. Their subjects end with the number of the matter. */
const FIRM_EMAILS: ReadonlySet<string> = new Set([
  "estate_agent_introduction",
  "estate_agent_release",
  "thirdfort_request_sellers",
  "thirdfort_request_buyers",
  "seller_solicitor_instruction",
  "buyer_solicitor_instruction",
  "purchase_intent_activated_solicitor",
  "solicitor_release",
  "other_solicitor_changed",
  "documents_to_solicitor",
  "firm_chase",
  "firm_news",
  "property_information_shared",
  "memorandum_declined",
  "buyer_found",
]);

/** Emails about a matter to our own staff, who don’t need its contact. */
const STAFF_EMAILS: ReadonlySet<string> = new Set(["payment_review", "email_received"]);

/** Returns true for an email to a solicitor or an estate agent. */
export function isForFirm(name: string): boolean {
  return FIRM_EMAILS.has(name);
}

/** Returns true for an email to our own staff. */
export function isForStaff(name: string): boolean {
  return STAFF_EMAILS.has(name);
}
