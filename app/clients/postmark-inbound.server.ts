import { z } from "zod";
import { env } from "#app/env.server.ts";
import { isSameSecret } from "#app/same-secret.server.ts";
import { basicAuth } from "./basic-auth.ts";
import { plainText } from "./plain-text.ts";
import { readShortened } from "./shorten-json.ts";

/**
 * Emails that came in, as Postmark posts them. Documents: postmarkapp.com/developer/webhooks/inbound-webhook. It signs
 * nothing: the password is in the address of the webhook, and comes as Basic authentication.
 */

/** The name that goes with the password. */
const INBOUND_USER = "postmark";

/** What is kept of each text: few emails say more, and every file that comes with one is longer. */
const MAX_LETTERS = 64 * 1024;
/** What an email may come to without its files; Postmark itself takes 35 MB with them. */
const MAX_EMAIL_BYTES = 1024 * 1024;
const MAX_LINE = 1_000;
const MAX_ANSWERED = 50;

/** An email as it came in: plain text, without its files. */
export type ReceivedEmail = {
  /** Postmark's id of it. */
  message_id: string;
  from_email: string;
  from_name: string | null;
  to_email: string | null;
  subject: string;
  text_body: string;
  /** What the sender's answer was addressed to, after the "+". */
  mailbox_hash: string | null;
  /** Postmark's ids of the emails that it answers, where they may be ours. */
  in_reply_to: string[];
};

/** Whether a request carries the password; it takes as long whatever is wrong with it. */
export function isPostmark(authorization: string | null): boolean {
  return env.POSTMARK_WEBHOOK_PASSWORD.map((password) =>
    isSameSecret(authorization ?? "", basicAuth(INBOUND_USER, password)),
  ).includes(true);
}

/** PostgreSQL keeps no NUL, and nobody reads what else cannot be seen. */
function readable(text: string) {
  // eslint-disable-next-line no-control-regex -- These are the characters that are meant.
  return text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}

const line = z
  .string()
  .nullish()
  .transform((text) =>
    readable(text ?? "")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, MAX_LINE),
  );
const lines = z
  .string()
  .nullish()
  .transform((text) => readable(text ?? "").trim());

const Recipient = z.object({ MailboxHash: line });
const InboundMessage = z.object({
  MessageID: z.string().trim().min(1).max(MAX_LINE),
  From: line,
  FromName: line,
  FromFull: z.object({ Email: line, Name: line }).nullish(),
  OriginalRecipient: line,
  MailboxHash: line,
  ToFull: z.array(Recipient).nullish(),
  CcFull: z.array(Recipient).nullish(),
  Subject: line,
  TextBody: lines,
  HtmlBody: lines,
  Headers: z.array(z.object({ Name: line, Value: lines })).nullish(),
});

/**
 * Reads an email. Files that come with it are thrown away while they arrive, and of HTML the text is kept.
 *
 * @returns null when it is none: broken, of another shape, or too large even without its files
 */
export async function readInboundEmail(
  body: ReadableStream<Uint8Array> | null,
): Promise<ReceivedEmail | null> {
  const limits = { maxLetters: MAX_LETTERS, maxKept: MAX_EMAIL_BYTES };
  const text = body && (await readShortened(body, limits));
  const { data: email } = InboundMessage.safeParse(parseJson(text ?? ""));
  const from = email?.FromFull?.Email || email?.From;
  if (!email || !from) return null;
  return {
    message_id: email.MessageID,
    from_email: from,
    from_name: email.FromFull?.Name || email.FromName || null,
    to_email: email.OriginalRecipient || null,
    subject: email.Subject,
    text_body: email.TextBody || plainText(email.HtmlBody),
    mailbox_hash: readMailboxHash(email),
    in_reply_to: readAnswered(email.Headers ?? []),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The id in our reply address, which may be one of several that the email went to. */
function readMailboxHash({ MailboxHash, ToFull, CcFull }: z.output<typeof InboundMessage>) {
  const others = [...(ToFull ?? []), ...(CcFull ?? [])].map((recipient) => recipient.MailboxHash);
  return [MailboxHash, ...others].find((hash) => /^[\da-f]{24}$/i.test(hash)) ?? null;
}

/** Postmark makes the Message-ID of what it sends for us of its own id, before an "@" (jobs-and-emails.md). */
function readAnswered(headers: readonly { Name: string; Value: string }[]): string[] {
  const named = headers
    .filter(({ Name }) => /^(?:in-reply-to|references)$/i.test(Name))
    .flatMap(({ Value }) => Array.from(Value.matchAll(/<([\da-f-]{36})@/gi), ([, id = ""]) => id));
  return [...new Set(named.map((id) => id.toLowerCase()))].slice(0, MAX_ANSWERED);
}
