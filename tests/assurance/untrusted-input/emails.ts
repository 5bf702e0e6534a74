import { readAutomatic } from "#app/clients/postmark/automatic-emails.ts";
import { isPostmark, readInboundEmail } from "#app/clients/postmark/inbound.server.ts";
import { sanitiseEmailHtml } from "#app/clients/postmark/email-html.server.ts";
import { plainText as textOfHtml } from "#app/clients/plain-text.ts";
import { readSenderChecks } from "#app/clients/postmark/sender.ts";
import { idsIn, postcodesIn } from "#app/domain/inbound-emails/match-emails.server.ts";
import { mentionsBankDetails } from "#app/domain/inbound-emails/warnings.ts";
import type { Parser } from "./parser.ts";

const email = (
  name: string,
  message: (text: string) => object,
  more?: Partial<Parser>,
): Parser => ({
  name: `email: ${name}`,
  read: (text) => readInboundEmail(new Response(JSON.stringify(message(text))).body),
  ...more,
});

const HTML = [
  "<p>",
  "<div><p>",
  "<td>",
  "<b></i>",
  "<a href='https://a.example'>",
  "<script>",
  "<!--",
];

const BANK = [
  "bank details ",
  "new bank ",
  "pay the ",
  "account no 1",
  "pay this account ",
  "12-34-56 ",
  "GB33 ",
];

export const EMAIL_PARSERS: readonly Parser[] = [
  { name: "email: password", read: (text) => isPostmark(`Basic ${text}`) },
  email("sender", (text) => ({ MessageID: "1", From: text, FromName: text, Subject: text })),
  email("file", (text) => {
    const third = text.slice(0, Math.ceil(text.length / 3));
    const Attachments = [{ Name: third, ContentID: third, Content: third }];
    return { MessageID: "1", From: "", Attachments };
  }),
  email("text", (text) => ({ MessageID: "1", From: "", TextBody: text })),
  email("HTML", (text) => ({ MessageID: "1", From: "", HtmlBody: text }), {
    looksFor: HTML,
    most: 1_000,
  }),
  email("headers", (text) => ({ MessageID: "1", From: "", Headers: headersOf(text) }), {
    looksFor: ["<a@", " by a."],
    most: 250,
  }),
  { name: "email: text of HTML", read: textOfHtml, looksFor: [...HTML, "<a href = "] },
  { name: "email: harmless HTML", read: sanitiseEmailHtml, looksFor: HTML, most: 1_000 },
  {
    name: "email: automatic",
    read: (text) => readAutomatic(headersOf(text), text),
    looksFor: ["multipart/report ", 'report-type="'],
  },
  {
    name: "email: checks",
    read: (text) => readSenderChecks(headersOf(text)),
    looksFor: [" by a", "dmarc=", "SPF_"],
  },
  { name: "email: bank details", read: mentionsBankDetails, looksFor: BANK },
  { name: "email: ids", read: idsIn, looksFor: ["a1"] },
  {
    name: "email: postcodes",
    read: (text) => postcodesIn(emailOf(text)),
    looksFor: ["LS1 1AA ", "a1 "],
  },
];

function headersOf(text: string) {
  const names = ["Return-Path", "Content-Type", "Auto-Submitted", "Precedence", "References"];
  const checks = ["X-Spam-Tests", "X-Spam-Score", "Received-SPF", "Authentication-Results"];
  const received = { Name: "Received", Value: "from a by b.inbound.postmarkapp.com x" };
  const all = [...names, ...checks].map((Name) => ({ Name, Value: text }));
  return [{ Name: "Received", Value: `from ${text}` }, ...all, received];
}

const emailOf = (text: string) => ({
  id: "",
  from_email: null,
  sender_doubt: null,
  suggested_transaction_id: null,
  mailbox_hash: null,
  in_reply_to: [],
  subject: text,
  text_body: text,
  transaction_id: null,
  match_type: null,
});
