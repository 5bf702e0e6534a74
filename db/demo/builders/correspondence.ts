import { createHash } from "node:crypto";
import type { SeedRows } from "../seed-builder.ts";
import { contactRequests, inboundEmails } from "../content/correspondence.ts";
import { matters } from "../content/matters/all.ts";
import { draw, id, uuid } from "../deterministic.ts";
import { writePdf } from "../pdf.ts";
import { person, userId } from "../person.ts";
import { logEmail } from "./emails.ts";

export function addCorrespondence(book: SeedRows) {
  inboundEmails.forEach((email, index) => {
    const { from, domain, subject, body, day, home, match, forged } = email;
    const email_id = id("inbound email", `${index} ${subject}`);
    const received_at = book.calendar.at(day, draw(`received ${subject}`, 500));
    const transaction_id = home ? id("transaction", home) : null;
    book.rows.inbound_emails.push({
      id: email_id,
      message_id: uuid(`inbound ${index} ${subject}`),
      from_email: person(from, domain).email,
      from_name: from,
      to_email: "matters@inbound.fanlight.example",
      subject: match === "reference" ? `${subject} [${transaction_id}]` : subject,
      mailbox_hash: match === "mailbox_hash" ? transaction_id : null,
      in_reply_to: match === "in_reply_to" ? messagesSentFor(book, transaction_id) : [],
      thread: [`<${uuid(`thread ${index} ${subject}`)}@mail.example>`],
      text_body: body,
      received_at,
      transaction_id,
      match_type: match ?? null,
      ...(forged ? FORGED : PROVED),
      created_at: received_at,
    });
    if (email.attached) addAttachment(book, email_id, { ...email.attached, received_at });
  });
  for (const { name, message, referrer, day, mobile } of contactRequests) {
    const { email, phone_number } = person(name);
    book.rows.contact_requests.push({
      id: id("contact request", name),
      full_name: name,
      email,
      mobile_number: mobile ? phone_number : null,
      message,
      referrer,
      created_at: book.calendar.at(day, draw(`contact ${name}`, 500)),
    });
  }
  addOutgoing(book);
}

const PROVED = { spf: "pass", dkim: "pass", spam_score: -0.1, sender_doubt: null } as const;
const FORGED = {
  spf: "fail",
  dkim: "none",
  dmarc: "fail",
  spam_score: 15,
  sender_doubt: "spam",
} as const;

function addAttachment(
  book: SeedRows,
  email_id: string,
  file: { name: string; lines: string[]; received_at: Date },
) {
  const { name, lines, received_at } = file;
  const bytes = writePdf(name, lines);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const s3_document_key = `demonstration/emails/${email_id}/${sha256}.pdf`;
  book.documents.set(s3_document_key, bytes);
  book.rows.inbound_attachments.push({
    id: id("inbound attachment", `${email_id} ${name}`),
    email_id,
    position: 1,
    file_name: name,
    file_type: "pdf",
    size_bytes: bytes.length,
    s3_document_key,
    sha256,
    created_at: received_at,
  });
}

function messagesSentFor(book: SeedRows, transaction_id: string | null) {
  const sent = book.rows.email_log.find((email) => email.transaction_id === transaction_id);
  return sent?.postmark_message_id ? [sent.postmark_message_id] : [];
}

function addOutgoing(book: SeedRows) {
  const at = new Date(book.calendar.today.getTime() - 30_000);
  const [first, second] = matters;
  if (!first || !second) return;
  for (const [matter, waiting] of [
    [first, "queued"],
    [second, "sending"],
  ] as const)
    logEmail(book, {
      name: "magic_link_sign_in",
      recipient: person(matter.seller).email,
      at,
      user_id: userId(matter.seller),
      waiting,
    });
}
