import { Errors, Models, ServerClient } from "postmark";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { Failure } from "./outcomes.ts";
import { badBody, sdkCaller, readBody, refusal } from "../outbound.server.ts";
import { isRefused, networkError, timeoutError, VendorError } from "../vendor-error.ts";

/** Email. Documents: postmarkapp.com/developer. */

/** Postmark's own address for trials: it accepts a message like any other, and drops it. */
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

/** Postmark's own words are left out: they repeat the recipient. */
function toVendorError(error: unknown) {
  if (error instanceof VendorError) return error;
  if (!(error instanceof Errors.PostmarkError)) return badBody("postmark");
  const { code, statusCode } = error;
  if (statusCode) {
    return refusal("postmark", statusCode, {
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
  /** FROM_EMAIL when not given. */
  from?: string;
  subject: string;
  html: string;
  text: string;
  tag?: string;
  /** Postmark returns it with everything that it says about the message. */
  metadata?: Record<string, string>;
  reply_to?: string;
  /** Who reads along. */
  cc?: readonly string[];
  /** The address, https: or mailto:, that takes the reader off the list (RFC 2369); https: by one press (RFC 8058). */
  unsubscribe?: string;
  files?: readonly EmailFile[];
};

/** A file that goes along with an email. The whole message has 10 MB at most. */
export type EmailFile = { name: string; type: string; content: Buffer };

/**
 * Sends one email. Postmark knows no idempotency key, so it is tried once. After "timeout", "network", "5xx"
 * or "bad_body" it may have been sent: ask `findSentEmail`.
 *
 * @returns Postmark's id of the message
 * @throws VendorError; `permanent` when it can never go to this recipient (code "406" or "300")
 */
export function sendEmail(email: OutgoingEmail): Promise<string> {
  return ask(false, async () => {
    const message = new Models.Message(
      email.from ?? `${PRODUCT_NAME} <${env.FROM_EMAIL}>`,
      email.subject,
      email.html,
      email.text,
      email.to,
    );
    message.MessageStream = "outbound";
    // Links in emails sign people in; Postmark must not rewrite them.
    message.TrackOpens = false;
    message.TrackLinks = Models.LinkTrackingOptions.None;
    if (email.tag) message.Tag = email.tag;
    if (email.metadata) message.Metadata = email.metadata;
    if (email.cc?.length) message.Cc = email.cc.join(", ");
    if (email.reply_to) message.ReplyTo = email.reply_to;
    if (email.unsubscribe) message.Headers = unsubscribeHeaders(email.unsubscribe);
    if (email.files?.length) {
      message.Attachments = email.files.map(
        ({ name, type, content }) => new Models.Attachment(name, content.toString("base64"), type),
      );
    }
    const answer = await postmark.sendEmail(message);
    return readBody("postmark", Sent, answer).MessageID;
  });
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
 * The server that our token belongs to.
 *
 * @returns `delivery`: "Live", or "Sandbox" when it delivers nothing; `inbound_host`: where emails that come in are posted,
 *   without the password in its address
 * @throws VendorError "4xx" with status 401 for a token that is not known
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
 * Looks for an email that may have been sent, by the metadata that it carried.
 *
 * @returns Postmark's id of the message
 * @throws VendorError
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
 * What a failed call of Postmark means for an email.
 *
 * @returns the email's state now (failed: another try is no use; queued: it has certainly not been sent; sending: that is
 *   unknown), and the reason in words without personal data.
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

/** Why Postmark refused an email for good; null for a failure that is not the recipient's. */
export function recipientFailure(error: unknown): Failure | null {
  if (!(error instanceof VendorError) || !error.permanent) return null;
  return error.code === String(INACTIVE_RECIPIENT) ? "suspended" : "invalid";
}

/** Asks what changes nothing and costs nothing (docs/vendors.md); throws VendorError. Returns what it saw, in words. */
export async function smokeTest(): Promise<string> {
  const { name, delivery, inbound_host } = await describeServer();
  const inbound = inbound_host
    ? `Inbound emails go to ${inbound_host}. Our host is ${new URL(env.APP_URL).host}.`
    : "No address is set for inbound emails.";
  return `Server “${name}”, ${delivery}. ${inbound}`;
}
