/**
 * Emails that Postmark receives for us (postmarkapp.com/developer/webhooks/inbound-webhook).
 * Postmark does not sign this webhook. Instead, the webhook's URL contains a password, which
 * Postmark sends as Basic authentication.
 */

import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { isSameSecret } from "#app/platform/secrets.server.ts";
import { basicAuth } from "../basic-auth.ts";
import { withoutBidiMarks } from "#app/platform/bidi-marks.ts";
import { type Automatic, readAutomatic } from "./automatic-emails.ts";
import type { DecodedFile } from "../base64-decoder.ts";
import { sanitiseEmailHtml } from "./email-html.server.ts";
import { fileType, PICTURE_TYPES } from "../file-types.ts";
import { readJsonWithFiles } from "./json-with-files.ts";
import { plainText } from "../plain-text.ts";
import { readSenderChecks, type SenderChecks } from "./sender.ts";

const INBOUND_USER = "postmark";

/** Maximum number of characters that we store of an email's text. Only a few emails are longer. */
const MAX_LETTERS = 64 * 1024;
/**
 * Maximum number of characters of an email's HTML that we read. It is higher than the limit for
 * text, because styles and inline images can be long.
 */
const MAX_HTML_LETTERS = 512 * 1024;
const MAX_EMAIL_BYTES = 4 * 1024 * 1024;
/** Maximum size of all attachments of an email together (postmarkapp.com/support/article/1056). */
const MAX_FILE_BYTES = 35 * 1024 * 1024;
/** Maximum number of attachments that we store. Further attachments are only counted. */
const MAX_FILES = 50;
const MAX_LINE = 1_000;
const MAX_ANSWERED = 50;
/**
 * Maximum number of matters that an email can be about. None of our emails is about more, so no
 * reply is either.
 */
const MAX_MATTERS = 10;
const MAX_FILE_NAME = 100;

export type ReceivedFile = {
  /** File name that the sender chose. It is only displayed, never used as a path. */
  name: string;
  size: number;
  bytes: Buffer | null;
  left_out: "empty" | "too_large" | "too_many" | null;
  /** True if the email's HTML shows the file, for example an image in a signature. */
  is_embedded: boolean;
};

export type ReceivedEmail = {
  message_id: string;
  /** Address of the sender; null if it is empty, as in a bounce. */
  from_email: string | null;
  from_name: string | null;
  to_email: string | null;
  subject: string;
  text_body: string;
  html_body: string | null;
  automatic: Automatic | null;
  failed_recipients: string[];
  /** Matter ids, which come after the "+" in the reply addresses that the email was sent to. */
  mailbox_hashes: string[];
  /** Postmark's ids of the emails that this one replies to. Those emails may be ours. */
  in_reply_to: string[];
  /** Message-IDs of its thread, oldest first. The last one is its own. */
  thread: string[];
  checks: SenderChecks;
  has_other_senders: boolean;
  files: ReceivedFile[];
};

/**
 * Returns true if a request has the webhook's password. Takes equally long for right and wrong
 * passwords.
 */
export function isPostmark(authorization: string | null): boolean {
  return env.POSTMARK_WEBHOOK_PASSWORD.map((password) =>
    isSameSecret(authorization ?? "", basicAuth(INBOUND_USER, password)),
  ).includes(true);
}

/** Removes control characters and bidirectional marks. PostgreSQL can't store the character NUL. */
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
  .transform((text) => text ?? "");
/** Removes the brackets that represent an empty sender ("<>"). */
const withoutBrackets = (text: string) => text.replace(/^[<>\s]+$/, "");
const sender = line.transform(withoutBrackets);

const Recipient = z.object({ MailboxHash: line });
const Attachment = z.object({
  Name: z.string().nullish().transform(shortFileName),
  Content: z.string().nullish(),
  ContentID: line,
});
const InboundMessage = z.object({
  MessageID: z.string().trim().min(1).max(MAX_LINE),
  /** Address of the sender. Postmark always sends it; it is "" or "<>" in a bounce. */
  From: z.string().transform((text) => withoutBrackets(oneLine(text).slice(0, MAX_LINE))),
  FromName: line,
  FromFull: z.object({ Email: sender, Name: line }).nullish(),
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
 * Reads an email from the request body. Decodes attachments while they arrive, and keeps the text
 * and the safe part of the HTML. Returns null if the email is malformed, or too large even without
 * its attachments.
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
  if (!email) return null;
  const from_email = email.FromFull?.Email || email.From || null;
  return {
    message_id: email.MessageID,
    from_email,
    from_name: email.FromFull?.Name || email.FromName || null,
    to_email: email.OriginalRecipient || null,
    subject: email.Subject,
    text_body: email.TextBody || readable(plainText(email.HtmlBody)).slice(0, MAX_LETTERS),
    html_body: readHtml(email.HtmlBody),
    automatic: readAutomatic(email.Headers ?? [], from_email),
    failed_recipients: readFailedRecipients(email.Headers ?? []),
    mailbox_hashes: readMailboxHashes(email),
    in_reply_to: readAnswered(email.Headers ?? []),
    thread: readThread(email.Headers ?? []),
    checks: readSenderChecks(email.Headers ?? []),
    has_other_senders: addressesIn(`${email.From} ${email.FromFull?.Name ?? ""}`).some(
      (address) => address !== from_email?.toLowerCase(),
    ),
    files: readFiles(email, read?.files ?? []),
  };
}

/**
 * Returns the safe part of the HTML. Removes invisible characters last, because sanitising decodes
 * entities, and these may be invisible characters.
 */
function readHtml(html: string): string | null {
  const clean = sanitiseEmailHtml(html);
  return clean && readable(clean);
}

/**
 * Matches an email address. It can match only at the start of a word, because trying each character
 * of a very long word would be slow.
 */
const ADDRESS = /(?<![^\s"'<>(),;:])[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g;

/** Returns everything in a text that looks like an email address, in lowercase. */
export function addressesIn(text: string): string[] {
  return text.toLowerCase().match(ADDRESS) ?? [];
}

/** Shortens a file name in its middle, so that it keeps its extension. */
function shortFileName(name: string | null | undefined) {
  const whole = Array.from(oneLine(name ?? ""));
  if (whole.length <= MAX_FILE_NAME) return whole.join("");
  return `${whole.slice(0, MAX_FILE_NAME - 20).join("")}…${whole.slice(-19).join("")}`;
}

function readFiles(
  { Attachments, HtmlBody }: z.output<typeof InboundMessage>,
  decoded: readonly DecodedFile[],
): ReceivedFile[] {
  const attachments = Attachments ?? [];
  const shown = contentIdsIn(HtmlBody);
  const files = attachments
    .slice(0, MAX_FILES)
    .map(({ Name, Content, ContentID }) =>
      receivedFile(Name, decoded[Number(Content)], shown.has(bareContentId(ContentID))),
    );
  const more = attachments.length - files.length;
  if (more === 0) return files;
  const rest = { size: 0, bytes: null, left_out: "too_many", is_embedded: false } as const;
  return [...files, { name: `${more} more`, ...rest }];
}

function receivedFile(
  name: string,
  file: DecodedFile | undefined,
  is_shown: boolean,
): ReceivedFile {
  const { size, bytes } = file ?? { size: 0, bytes: null };
  const is_embedded = is_shown && bytes !== null && PICTURE_TYPES.has(fileType(bytes));
  if (size === 0) return { name, size, bytes: null, left_out: "empty", is_embedded };
  return { name, size, bytes, left_out: bytes ? null : "too_large", is_embedded };
}

function contentIdsIn(html: string): Set<string> {
  return new Set(
    Array.from(html.matchAll(/\bcid:([^\s"'<>()]+)/gi), ([, id = ""]) => bareContentId(id)),
  );
}

function bareContentId(id: string) {
  return id.replace(/^<|>$/g, "").replace(/%40/g, "@").toLowerCase();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the matter ids in the reply addresses that an email was sent to. */
function readMailboxHashes(email: z.output<typeof InboundMessage>) {
  const { MailboxHash, ToFull, CcFull, BccFull } = email;
  const recipients = [ToFull, CcFull, BccFull].flatMap((list) => list ?? []);
  const hashes = [MailboxHash, ...recipients.map((recipient) => recipient.MailboxHash)]
    .map((hash) => hash.toLowerCase())
    .filter((hash) => /^[\da-f]{24}$/.test(hash));
  return [...new Set(hashes)].slice(0, MAX_MATTERS);
}

function readFailedRecipients(headers: readonly { Name: string; Value: string }[]): string[] {
  const named = headers
    .filter(({ Name }) => Name.toLowerCase() === "x-failed-recipients")
    .flatMap(({ Value }) => addressesIn(Value));
  return [...new Set(named)].slice(0, MAX_ANSWERED);
}

/**
 * Returns Postmark's ids of the emails that this one replies to. In a Message-ID that Postmark
 * made, its id comes before the "@" (inbound-emails.md).
 */
function readAnswered(headers: readonly { Name: string; Value: string }[]): string[] {
  const named = headers
    .filter(({ Name }) => /^(?:in-reply-to|references)$/i.test(Name))
    .flatMap(({ Value }) => Array.from(Value.matchAll(/<([\da-f-]{36})@/gi), ([, id = ""]) => id));
  return [...new Set(named.map((id) => id.toLowerCase()))].slice(0, MAX_ANSWERED);
}

/** Maximum length of a Message-ID, and of a thread. A longer thread loses its oldest emails. */
const MAX_MESSAGE_ID = 250;
const MAX_THREAD = 10;

/**
 * Returns the Message-IDs that an answer to this email names in its References: those that the
 * email names, and its own. Returns none for an email without a valid Message-ID.
 */
function readThread(headers: readonly { Name: string; Value: string }[]): string[] {
  const idsOf = (name: string) =>
    headers
      .filter(({ Name }) => Name.toLowerCase() === name)
      .flatMap(({ Value }) => Value.match(/<[!-;=?A-~]+@[!-;=?A-~]+>/g) ?? [])
      .filter((id) => id.length <= MAX_MESSAGE_ID);
  const [own] = idsOf("message-id");
  if (own === undefined) return [];
  const named = idsOf("references");
  const before = named.length > 0 ? named : idsOf("in-reply-to");
  return [...before.filter((id) => id !== own), own].slice(-MAX_THREAD);
}
