import { randomUUID } from "node:crypto";
import type { PostmarkDouble } from "./doubles.ts";
import { postToPostmarkHook } from "./post-webhook.ts";
import { addressIn, type Email } from "./postmark.ts";

/** Email that someone sends to us. A bounce has an empty sender. */
export type SimulatedEmail = {
  from: string;
  to: string;
  cc?: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Readonly<Record<string, string>>;
  answers?: Pick<Email, "MessageID"> | null;
  files?: readonly SimulatedAttachment[];
  /** Result of Postmark's checks of the sender. If it is not set, the sender is proved. */
  sender?: Sender;
};

export type SimulatedAttachment = {
  name: string;
  type: string;
  bytes: Uint8Array;
  content_id?: string;
};

export const SENDERS = {
  proved: "The stated sender: signed and sent by their own server",
  unsigned: "A domain that neither signs its emails nor says who sends for it",
  forged: "Someone else: SPF and DMARC fail, spam score 15",
  forged_headers: "Someone else, who forges Postmark’s headers",
} as const;
export type Sender = keyof typeof SENDERS;

const HOST = "p-pm-inboundg01a-aws-euwest1a";

/**
 * Values of the headers that Postmark adds above its own Received line, for each result of its
 * checks.
 */
const SENDER_HEADERS: Record<Sender, { spam: string; score: string; tests: string; spf: string }> =
  {
    proved: {
      spam: "No",
      score: "-0.1",
      tests: "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,HTML_MESSAGE,\tSPF_HELO_NONE,SPF_PASS",
      spf: "pass",
    },
    unsigned: { spam: "No", score: "0.8", tests: "HTML_MESSAGE,SPF_NONE", spf: "none" },
    forged: {
      spam: "Yes",
      score: "15.0",
      tests: "BAYES_99,FORGED_MUA,\tKAM_DMARC_REJECT,SPF_FAIL",
      spf: "Fail",
    },
    forged_headers: { spam: "No", score: "2.1", tests: "SPF_FAIL", spf: "Fail" },
  };

/** Returns the body of a webhook for an inbound email, with all keys that Postmark documents. */
export function inboundMessage(letter: SimulatedEmail) {
  const { from, to, cc = "", subject, text, files = [] } = letter;
  const toFull = recipients(to);
  const email = addressIn(from);
  const name = from.includes("<")
    ? from.slice(0, from.indexOf("<")).replaceAll('"', "").trim()
    : "";
  return {
    FromName: name,
    MessageStream: "inbound",
    From: email,
    FromFull: { Email: email, Name: name, MailboxHash: mailboxHash(email) },
    To: to,
    ToFull: toFull,
    Cc: cc,
    CcFull: recipients(cc),
    Bcc: "",
    BccFull: [] as ReturnType<typeof recipients>,
    OriginalRecipient: toFull[0]?.Email ?? "",
    Subject: subject,
    MessageID: randomUUID(),
    ReplyTo: "",
    MailboxHash: toFull[0]?.MailboxHash ?? "",
    Date: new Date().toUTCString(),
    TextBody: text,
    HtmlBody: letter.html ?? "",
    StrippedTextReply: "",
    Tag: "",
    Headers: headers(letter),
    Attachments: files.map(({ name: Name, type, bytes, content_id }) => ({
      Name,
      Content: Buffer.from(bytes).toString("base64"),
      ContentType: type,
      ContentLength: bytes.length,
      ContentID: content_id ?? "",
    })),
  };
}

function recipients(list: string) {
  return list
    .split(",")
    .filter((each) => each.includes("@"))
    .map((each) => {
      const Email = addressIn(each.trim());
      return { Email, Name: "", MailboxHash: mailboxHash(Email) };
    });
}

const mailboxHash = (address: string) => /\+([^@]*)@/.exec(address)?.[1] ?? "";

/**
 * Returns the headers of an email from top to bottom. The headers that the sender wrote are below
 * those that Postmark adds.
 */
function headers({ from, to, answers, headers: more = {}, sender = "proved" }: SimulatedEmail) {
  const { spam, score, tests, spf } = SENDER_HEADERS[sender];
  const envelope = sender === "proved" ? addressIn(from) : "bounce@mailer.example.net";
  const answered = (answers ? ["In-Reply-To", "References"] : []).map((name): [string, string] => [
    name,
    `<${answers?.MessageID ?? ""}@mtasv.net>`,
  ]);
  const listed: [string, string][] = [
    ["Return-Path", `<${envelope}>`],
    ["Received", `by ${HOST}.inbound.postmarkapp.com (Postfix, from userid 996)\tid C4B3E453B34`],
    ["X-Spam-Checker-Version", `SpamAssassin 3.4.0 (2014-02-07) on\t${HOST}`],
    ["X-Spam-Status", spam],
    ["X-Spam-Score", score],
    ["X-Spam-Tests", tests],
    [
      "Received-SPF",
      `${spf} (mailer) receiver=${HOST}; identity=mailfrom; envelope-from="${envelope}"; helo=mailer.example.net; client-ip=192.0.2.10`,
    ],
    [
      "Received",
      `from mailer.example.net (mailer.example.net [192.0.2.10])\tby ${HOST}.inbound.postmarkapp.com (Postfix) with ESMTPS id 47E2B40584A\tfor <${addressIn(to)}>`,
    ],
    ...(sender === "forged_headers" ? writtenBySender(addressIn(from)) : []),
    ["MIME-Version", "1.0"],
    ["Message-ID", `<${randomUUID()}@mailer.example.net>`],
    ...answered,
    ...Object.entries(more),
  ];
  return listed.map(([Name, Value]) => ({ Name, Value }));
}

/** Returns headers that a fraudster wrote to look like Postmark's. */
function writtenBySender(address: string): [string, string][] {
  return [
    ["Return-Path", `<${address}>`],
    ["X-Spam-Status", "No"],
    ["X-Spam-Score", "-5.0"],
    ["X-Spam-Tests", "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,SPF_PASS"],
    ["Received-SPF", `pass identity=mailfrom; envelope-from="${address}"`],
    ["Authentication-Results", "inbound.postmarkapp.com; spf=pass; dkim=pass; dmarc=pass"],
    ["Received", `from mail.example.com by ${HOST}.inbound.postmarkapp.com (Postfix) with ESMTPS`],
  ];
}

const MAX_ATTACHMENT_BYTES = 35 * 1024 * 1024;

/**
 * Sends an inbound email to our webhook, once. Returns the status of the response; 0 if there was
 * none. Returns null if there is no webhook, or if Postmark would reject the email.
 */
export async function deliverInbound(
  { inboundUrl }: Pick<PostmarkDouble, "inboundUrl">,
  letter: SimulatedEmail,
): Promise<number | null> {
  const size = (letter.files ?? []).reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (!inboundUrl || size > MAX_ATTACHMENT_BYTES) return null;
  return postToPostmarkHook(inboundUrl, inboundMessage(letter));
}
