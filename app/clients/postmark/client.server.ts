import { Errors, Models, ServerClient } from "postmark";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { Failure } from "./outcomes.ts";
import { badBody, sdkCaller, readBody, statusError } from "../outbound.server.ts";
import { isRefused, networkError, timeoutError, VendorError } from "../vendor-error.ts";

/** Postmark's test address, which accepts an email and discards it. */
export const BLACK_HOLE = "test@blackhole.postmarkapp.com";

const INVALID_EMAIL = 300;
const INACTIVE_RECIPIENT = 406;

const postmark = new ServerClient(env.POSTMARK_SERVER_TOKEN, settingsFor(env.POSTMARK_API_URL));

function settingsFor(url: string) {
  const timeout = env.OUTBOUND_DEADLINE_MS / 1_000;
  if (!URL.canParse(url)) return new Models.ClientOptions.Configuration(true, undefined, timeout);
  const { protocol, host } = new URL(url);
  return new Models.ClientOptions.Configuration(protocol === "https:", host, timeout);
}

const ask = sdkCaller("postmark", env.POSTMARK_API_URL, toVendorError);

/**
 * Converts an error from the SDK. Leaves out Postmark's message, which contains the recipient's
 * address.
 */
function toVendorError(error: unknown) {
  if (error instanceof VendorError) return error;
  if (!(error instanceof Errors.PostmarkError)) return badBody("postmark");
  const { code, statusCode } = error;
  if (statusCode) {
    return statusError("postmark", statusCode, {
      ...(code && { code: String(code) }),
      permanent: code === INVALID_EMAIL || code === INACTIVE_RECIPIENT,
    });
  }
  return /timeout/i.test(error.message) ? timeoutError("postmark") : networkError("postmark");
}

const Sent = z.object({ MessageID: z.string().min(1), ErrorCode: z.literal(0) });
const Found = z.object({ Messages: z.array(z.object({ MessageID: z.string() })) });

type OutgoingEmail = {
  to: string;
  from?: string;
  /** Name of the person who writes, before the name of our product. */
  from_name?: string;
  subject: string;
  html: string;
  text: string;
  tag?: string;
  /** Names and values that Postmark repeats in every webhook about the email. */
  metadata?: Record<string, string>;
  reply_to?: string;
  cc?: readonly string[];
  /**
   * Address for the List-Unsubscribe header (RFC 2369): an https: URL that works with one click
   * (RFC 8058), or a mailto: URL.
   */
  unsubscribe?: string;
  /** Message-IDs of the thread that the email answers, oldest first. */
  thread?: readonly string[];
  files?: readonly EmailFile[];
};

/** Attachment. An email with its attachments may be at most 10 MB. */
export type EmailFile = { name: string; type: string; content: Buffer };

/**
 * Sends one email and returns Postmark's message id. Never retried, because Postmark has no
 * idempotency keys. After "timeout", "network", "5xx" or "bad_body", Postmark may have sent the
 * email, so call `findSentEmail`.
 * @throws {VendorError} `permanent` if this recipient can never get the email (code "406" or "300")
 */
export function sendEmail(email: OutgoingEmail): Promise<string> {
  return ask(false, async () => {
    const message = new Models.Message(
      email.from ?? `${senderName(email.from_name)} <${env.FROM_EMAIL}>`,
      email.subject,
      email.html,
      email.text,
      email.to,
    );
    message.MessageStream = "outbound";
    // Some links sign a person in, so Postmark must not rewrite links to track clicks.
    message.TrackOpens = false;
    message.TrackLinks = Models.LinkTrackingOptions.None;
    if (email.tag) message.Tag = email.tag;
    if (email.metadata) message.Metadata = email.metadata;
    if (email.cc?.length) message.Cc = email.cc.join(", ");
    if (email.reply_to) message.ReplyTo = email.reply_to;
    const headers = headersOf(email);
    if (headers.length > 0) message.Headers = headers;
    if (email.files?.length) {
      message.Attachments = email.files.map(
        ({ name, type, content }) => new Models.Attachment(name, content.toString("base64"), type),
      );
    }
    const answer = await postmark.sendEmail(message);
    return readBody("postmark", Sent, answer).MessageID;
  });
}

/** Returns the sender's name as a quoted string, because a person's name may contain a comma. */
function senderName(person: string | undefined): string {
  if (!person) return PRODUCT_NAME;
  return `"${person.replace(/["\\\p{C}]/gu, "")} at ${PRODUCT_NAME}"`;
}

function headersOf({ unsubscribe, thread = [] }: OutgoingEmail) {
  return [...(unsubscribe ? unsubscribeHeaders(unsubscribe) : []), ...threadHeaders(thread)];
}

/** Returns the headers that make mail programs show an answer below the email that it answers. */
function threadHeaders(thread: readonly string[]) {
  const answered = thread.at(-1);
  if (answered === undefined) return [];
  return [
    new Models.Header("In-Reply-To", answered),
    new Models.Header("References", thread.join(" ")),
  ];
}

function unsubscribeHeaders(address: string) {
  const headers = [new Models.Header("List-Unsubscribe", `<${address}>`)];
  if (address.startsWith("mailto:")) return headers;
  return [...headers, new Models.Header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")];
}

const Server = z.object({
  Name: z.string(),
  DeliveryType: z.string(),
  InboundHookUrl: z.string().nullish(),
});

/**
 * Describes the Postmark server that our token belongs to. `delivery` is "Live", or "Sandbox" if
 * the server delivers no emails; `inbound_host` is the host of its inbound webhook.
 * @throws {VendorError} "4xx" with status 401 for an unknown token
 */
function describeServer(): Promise<{
  name: string;
  delivery: string;
  inbound_host: string | null;
}> {
  return ask(true, async () => {
    const found = readBody("postmark", Server, await postmark.getServer());
    const hook = found.InboundHookUrl ?? "";
    const inbound_host = URL.canParse(hook) ? new URL(hook).host : null;
    return { name: found.Name, delivery: found.DeliveryType, inbound_host };
  });
}

/**
 * Searches Postmark for an email that may have been sent, by our id for it. Returns Postmark's
 * message id; null if the email was not sent.
 * @throws {VendorError}
 */
export function findSentEmail(email_log_id: string): Promise<string | null> {
  return ask(true, async () => {
    const search = new Models.OutboundMessagesFilteringParameters(1);
    search["metadata_email_log_id"] = email_log_id;
    const answer = await postmark.getOutboundMessages(search);
    return readBody("postmark", Found, answer).Messages[0]?.MessageID ?? null;
  });
}

/**
 * Returns the email's status after a call that failed, and the reason without personal data. The
 * status is "failed" if no retry can help, "queued" if the email was certainly not sent, and
 * "sending" if we don't know.
 */
export function classifyFailure(error: unknown): {
  status: "failed" | "queued" | "sending";
  reason: string;
} {
  if (!(error instanceof VendorError)) {
    return { status: "sending", reason: error instanceof Error ? error.name : "unknown" };
  }
  const reason = [error.vendor, error.kind, error.code].filter(Boolean).join(" ");
  if (error.permanent) return { status: "failed", reason };
  return { status: isRefused(error) ? "queued" : "sending", reason };
}

/**
 * Returns why a recipient can never get our emails; null if the error says nothing about the
 * recipient.
 */
export function recipientFailure(error: unknown): Failure | null {
  if (!(error instanceof VendorError) || !error.permanent) return null;
  return error.code === String(INACTIVE_RECIPIENT) ? "suspended" : "invalid";
}

/**
 * Sends Postmark a free, read-only request and describes the answer (docs/vendors.md).
 * @throws {VendorError}
 */
export async function smokeTest(): Promise<string> {
  const { name, delivery, inbound_host } = await describeServer();
  const inbound = inbound_host
    ? `Inbound emails go to ${inbound_host}. Our host is ${new URL(env.APP_URL).host}.`
    : "No address is set for inbound emails.";
  return `Server “${name}”, ${delivery}. ${inbound}`;
}
