import { z } from "zod";
import { env } from "#app/env.server.ts";
import { isSameSecret } from "#app/secrets.server.ts";
import { basicAuth } from "./basic-auth.ts";
import { withoutBidiMarks } from "#app/bidi-marks.ts";
import type { DecodedFile } from "./base64-decoder.ts";
import { readJsonWithFiles } from "./json-with-files.ts";
import { plainText } from "./plain-text.ts";
import { readSenderChecks, type SenderChecks } from "./postmark-sender.ts";

/**
 * Emails that came in, as Postmark posts them. Documents: postmarkapp.com/developer/webhooks/inbound-webhook. It signs
 * nothing: the password is in the address of the webhook, and comes as Basic authentication.
 */

/** The name that goes with the password. */
const INBOUND_USER = "postmark";

/** What is kept of each text: few emails say more. */
const MAX_LETTERS = 64 * 1024;
/** HTML is read in full for its text: styles and inline pictures can be long. */
const MAX_HTML_LETTERS = 512 * 1024;
/** The limit of an email without its files. */
const MAX_EMAIL_BYTES = 4 * 1024 * 1024;
/** All files of an email together. Documents: postmarkapp.com/support/article/1056. */
const MAX_FILE_BYTES = 35 * 1024 * 1024;
/** Of further files only the number is kept. */
const MAX_FILES = 50;
const MAX_LINE = 1_000;
const MAX_ANSWERED = 50;
/** Our emails are about no more matters, so an answer never needs more. */
const MAX_MATTERS = 10;
const MAX_FILE_NAME = 100;

/** A file that came with an email. */
export type ReceivedFile = {
  /** The sender's name for it: text, not a path. */
  name: string;
  size: number;
  /** Null for a file that is not kept. */
  bytes: Buffer | null;
  left_out: "empty" | "too_large" | "too_many" | null;
};

/** An email as it came in: plain text, with its files. */
export type ReceivedEmail = {
  /** Postmark's id of it. */
  message_id: string;
  from_email: string;
  from_name: string | null;
  to_email: string | null;
  subject: string;
  text_body: string;
  /** What it was addressed to, after the "+": ids as our reply addresses have them. */
  mailbox_hashes: string[];
  /** Postmark's ids of the emails that it answers, where they may be ours. */
  in_reply_to: string[];
  checks: SenderChecks;
  /** Whether From has more addresses than the one that counts as the sender. */
  has_other_senders: boolean;
  files: ReceivedFile[];
};

/** Whether a request carries the password. It takes the same time whatever is wrong. */
export function isPostmark(authorization: string | null): boolean {
  return env.POSTMARK_WEBHOOK_PASSWORD.map((password) =>
    isSameSecret(authorization ?? "", basicAuth(INBOUND_USER, password)),
  ).includes(true);
}

/**
 * PostgreSQL keeps no NUL, and no reader needs other invisible characters or those that reverse the text around them.
 */
function readable(text: string) {
  return withoutBidiMarks(text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\t\n]/gu, ""));
}

const oneLine = (text: string) => readable(text).replace(/\s+/g, " ").trim();

const line = z
  .string()
  .nullish()
  .transform((text) => oneLine(text ?? "").slice(0, MAX_LINE));
const lines = z
  .string()
  .nullish()
  .transform((text) => readable(text ?? "").trim());
const html = z
  .string()
  .nullish()
  .transform((text) => readable(plainText(text ?? "")).slice(0, MAX_LETTERS));

const Recipient = z.object({ MailboxHash: line });
const Attachment = z.object({
  Name: z.string().nullish().transform(shortFileName),
  /** Its place among the files of the JSON. */
  Content: z.string().nullish(),
});
const InboundMessage = z.object({
  MessageID: z.string().trim().min(1).max(MAX_LINE),
  From: line,
  FromName: line,
  FromFull: z.object({ Email: line, Name: line }).nullish(),
  OriginalRecipient: line,
  MailboxHash: line,
  ToFull: z.array(Recipient).nullish(),
  CcFull: z.array(Recipient).nullish(),
  BccFull: z.array(Recipient).nullish(),
  Subject: line,
  TextBody: lines,
  HtmlBody: html,
  Headers: z.array(z.object({ Name: line, Value: lines })).nullish(),
  Attachments: z.array(Attachment).nullish(),
});

/**
 * Reads an email. Its files are decoded while they arrive, and of HTML the text is kept.
 *
 * @returns null when it is none: broken, of another shape, or too large even without its files
 */
export async function readInboundEmail(
  body: ReadableStream<Uint8Array> | null,
): Promise<ReceivedEmail | null> {
  const read =
    body &&
    (await readJsonWithFiles(body, {
      fileKey: "Content",
      maxFileBytes: MAX_FILE_BYTES,
      maxLetters: MAX_LETTERS,
      maxLettersOf: new Map([
        ["HtmlBody", MAX_HTML_LETTERS],
        ["RawEmail", 0],
      ]),
      maxKept: MAX_EMAIL_BYTES,
    }));
  const { data: email } = InboundMessage.safeParse(parseJson(read?.json ?? ""));
  const from_email = email?.FromFull?.Email || email?.From;
  if (!email || !from_email) return null;
  return {
    message_id: email.MessageID,
    from_email,
    from_name: email.FromFull?.Name || email.FromName || null,
    to_email: email.OriginalRecipient || null,
    subject: email.Subject,
    text_body: email.TextBody || email.HtmlBody,
    mailbox_hashes: readMailboxHashes(email),
    in_reply_to: readAnswered(email.Headers ?? []),
    checks: readSenderChecks(email.Headers ?? []),
    has_other_senders: addressesIn(`${email.From} ${email.FromFull?.Name ?? ""}`).some(
      (address) => address !== from_email.toLowerCase(),
    ),
    files: readFiles(email.Attachments ?? [], read?.files ?? []),
  };
}

/** Everything in a text that looks like an address, in lowercase. */
function addressesIn(text: string) {
  return text.toLowerCase().match(/[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g) ?? [];
}

/** A long name keeps its beginning and its end, which says the file's type. */
function shortFileName(name: string | null | undefined) {
  const whole = Array.from(oneLine(name ?? ""));
  if (whole.length <= MAX_FILE_NAME) return whole.join("");
  return `${whole.slice(0, MAX_FILE_NAME - 20).join("")}…${whole.slice(-19).join("")}`;
}

function readFiles(
  attachments: readonly z.output<typeof Attachment>[],
  decoded: readonly DecodedFile[],
): ReceivedFile[] {
  const files = attachments
    .slice(0, MAX_FILES)
    .map(({ Name, Content }) => receivedFile(Name, decoded[Number(Content)]));
  const more = attachments.length - files.length;
  if (more === 0) return files;
  return [...files, { name: `${more} more`, size: 0, bytes: null, left_out: "too_many" }];
}

function receivedFile(name: string, file: DecodedFile | undefined): ReceivedFile {
  const { size, bytes } = file ?? { size: 0, bytes: null };
  if (size === 0) return { name, size, bytes: null, left_out: "empty" };
  return { name, size, bytes, left_out: bytes ? null : "too_large" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The ids in our reply addresses, of which an email may go to several. */
function readMailboxHashes(email: z.output<typeof InboundMessage>) {
  const { MailboxHash, ToFull, CcFull, BccFull } = email;
  const recipients = [ToFull, CcFull, BccFull].flatMap((list) => list ?? []);
  const hashes = [MailboxHash, ...recipients.map((recipient) => recipient.MailboxHash)]
    .map((hash) => hash.toLowerCase())
    .filter((hash) => /^[\da-f]{24}$/.test(hash));
  return [...new Set(hashes)].slice(0, MAX_MATTERS);
}

/** The Message-ID of what Postmark sends for us begins with its own id, before an "@" (inbound-emails.md). */
function readAnswered(headers: readonly { Name: string; Value: string }[]): string[] {
  const named = headers
    .filter(({ Name }) => /^(?:in-reply-to|references)$/i.test(Name))
    .flatMap(({ Value }) => Array.from(Value.matchAll(/<([\da-f-]{36})@/gi), ([, id = ""]) => id));
  return [...new Set(named.map((id) => id.toLowerCase()))].slice(0, MAX_ANSWERED);
}
