import { randomUUID } from "node:crypto";
import type { PostmarkDouble } from "./doubles.ts";
import { postWebhook } from "./post-webhook.ts";
import { addressIn, type Email } from "./postmark.ts";

/** What somebody writes to us. */
export type Letter = {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The email of ours that it answers. */
  answers?: Pick<Email, "MessageID"> | null;
};

/** An email that came in, as Postmark posts it. */
export function inboundMessage({ from, to, subject, text, answers }: Letter) {
  const MailboxHash = /\+([^@]*)@/.exec(to)?.[1] ?? "";
  const answered = answers ? `<${answers.MessageID}@mtasv.net>` : null;
  const recipient = { Email: to, Name: "", MailboxHash };
  return {
    FromName: "",
    MessageStream: "inbound",
    From: from,
    FromFull: { Email: addressIn(from), Name: "", MailboxHash: "" },
    To: to,
    ToFull: [recipient],
    Cc: "",
    CcFull: [],
    Bcc: "",
    BccFull: [],
    OriginalRecipient: to,
    Subject: subject,
    MessageID: randomUUID(),
    ReplyTo: "",
    MailboxHash,
    Date: new Date().toUTCString(),
    TextBody: text,
    HtmlBody: "",
    StrippedTextReply: "",
    Tag: "",
    Headers: answered
      ? ["In-Reply-To", "References"].map((Name) => ({ Name, Value: answered }))
      : [],
    Attachments: [],
  };
}

/**
 * Posts an email to our webhook, once: whoever wrote it sees the answer and may write it again.
 *
 * @returns the answer's status, 0 without an answer, null when there is nowhere to post it
 */
export async function deliverInbound(
  { inboundUrl }: PostmarkDouble,
  letter: Letter,
): Promise<number | null> {
  if (!inboundUrl) return null;
  const { origin, pathname, username, password } = new URL(inboundUrl);
  const credentials = Buffer.from(
    `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
  );
  return postWebhook(origin + pathname, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      authorization: `Basic ${credentials.toString("base64")}`,
    },
    body: JSON.stringify(inboundMessage(letter)),
  });
}
