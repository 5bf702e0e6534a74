import { customerDate, customerMoment } from "#app/domain/shared/dates.ts";
import { formatPence, formatPounds } from "#app/domain/shared/money.ts";
import { capitalise, labelFromSnakeCase } from "#app/domain/shared/format.ts";

const LABELS: Partial<Record<string, string>> = {
  created_at: "Created",
  phone_number: "Phone number",
  correspondence_address_id: "Address",
  line_1: "Address line 1",
  line_2: "Address line 2",
  line_3: "Address line 3",
  country_iso_2: "Country code",
  uprn: "Unique property reference number",
  buyer_comments: "Comments for the buyer’s solicitor",
  seller_comments: "Comments for the seller’s solicitor",
  date_time: "When",
  event_name: "What happened",
  at: "When",
  author_id: "Who did it",
  actor_id: "Who did it",
  seller_id: "Seller",
  buyer_id: "Buyer",
  props: "What the email was about",
  dedupe_key: "Key that sends an email only once",
  postmark_message_id: "Postmark’s reference",
  stripe_customer_id: "Stripe’s reference for you",
  stripe_transaction_id: "Stripe’s reference for the payment",
  stripe_checkout_session_id: "Stripe’s reference for the checkout page",
  thirdfort_id: "Thirdfort’s reference",
  mailbox_hash: "Reference in the address of the email",
  search_text_hash: "Fingerprint of what was entered",
  sender_doubt: "Why we couldn’t confirm the sender",
  data: "Details",
  html_body: "Message as a web page",
  text_body: "Message",
  ip_address: "Network (part of the IP address)",
};

/** Returns the label of a column, without a unit, because the column’s values are shown with it. */
export function copyLabel(column: string): string {
  const known = LABELS[column];
  if (known) return known;
  const words = labelFromSnakeCase(
    column.replace(/_(pounds|pence|bytes)$/, "").replace(/_id$/, ""),
  );
  return words === "" || words === "Id" ? "Reference" : words;
}

/** Returns true if a column only identifies rows. Such columns are shown last. */
export const isReference = (column: string, value: unknown) =>
  column === "id" ||
  column === "reference" ||
  /_(hash|key|digest)$/.test(column) ||
  (/_id$/.test(column) && typeof value === "string" && !WHO.has(value));

const WHO = new Set(["you", "someone else"]);

const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NAME = /^[a-z]+(_[a-z]+)+$/;
const ANSWERS: Partial<Record<string, string>> = {
  yes: "Yes",
  no: "No",
  not_sure: "Not sure",
  you: "You",
  "someone else": "Someone else",
};

/** Formats a value that is neither an array nor an object. */
export function copyValue(column: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") {
    if (column.endsWith("_pence")) return formatPence(value);
    if (column.endsWith("_pounds")) return formatPounds(value);
    return String(value);
  }
  if (typeof value !== "string") return String(value);
  if (MOMENT.test(value)) return `${customerMoment(value)} (London time)`;
  if (DAY.test(value)) return customerDate(value);
  return ANSWERS[value] ?? (NAME.test(value) ? capitalise(value.replaceAll("_", " ")) : value);
}
