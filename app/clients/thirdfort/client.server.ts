/**
 * Identity checks with Thirdfort's API v2 (support.thirdfort.com), which calls a check a
 * transaction. Three details are not documented and must be agreed with Thirdfort before launch:
 * the path that aborts a check, the claims of our token, and the content of a webhook
 * (docs/decisions/an-identity-check-is-ordered-once.md). A list of checks is not documented either,
 * so we never request one.
 */

import { createHmac, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { isSameSecret } from "#app/platform/secrets.server.ts";
import { fetchText, callVendor, readJson } from "../outbound.server.ts";
import { nullIfNotFound, VendorError } from "../vendor-error.ts";
import { WEBHOOK_TOLERANCE_SECONDS } from "../webhook-tolerance.ts";

export type CheckStatus = "pending" | "failed" | "aborted" | "complete";

export type PersonType = "seller" | "buyer" | "giftor";

export type CheckOrder = {
  ref: string;
  name: string;
  /** Person to check. `phone` is in E.164 format; Thirdfort sends the person a text message. */
  actor: { name: string; phone: string; email: string };
  person_type: PersonType;
  recipients: readonly string[];
  /** Our key, which identifies the check if the response to its order is lost. */
  order_key: string;
};

/**
 * Result of a check: the result of its worst report. Staff must review a check whose result is
 * "consider".
 */
export type CheckResult = "clear" | "consider" | "fail";

/**
 * Report of a check, of a type such as "identity", "peps" or "documents:poa". `result` is null
 * until Thirdfort has a result.
 */
export type CheckReport = { type: string; result: CheckResult | null };

export type FoundCheck = {
  thirdfort_id: string;
  status: CheckStatus;
  /** Null until the check is complete and every report has a result. */
  result: CheckResult | null;
  reports: CheckReport[];
  order_key: string | null;
  /** File reference and phone number that we sent with the order. */
  ref: string | null;
  phone: string | null;
};

/**
 * Tasks that every check includes. Only people who contribute money must also show where it comes
 * from.
 */
const COMMON_TASKS = [
  { type: "documents:poa" },
  { type: "report:identity", opts: { nfc: "preferred" } },
  { type: "report:footprint" },
  { type: "report:peps", opts: { monitored: true } },
];
const TASKS = {
  seller: [...COMMON_TASKS, { type: "documents:poo" }],
  buyer: [...COMMON_TASKS, { type: "report:sof-v1" }],
  giftor: [...COMMON_TASKS, { type: "report:sof-v1" }],
} satisfies Record<PersonType, unknown>;

/**
 * Our status for each of Thirdfort's statuses (N-018). A check with any other status stays open
 * (AMB-N04).
 */
const STATUSES: Partial<Record<string, CheckStatus>> = {
  open: "pending",
  processing: "pending",
  closed: "complete",
  aborted: "aborted",
  failed: "failed",
};

const MAX_REPORTS = 30;

/** Reports by their type. Thirdfort sends none, or an empty object, until it has written them. */
const Reports = z
  .record(
    z.string().min(1).max(60),
    z.object({ status: z.string().nullish(), result: z.string().nullish() }),
  )
  .transform((reports) =>
    Object.entries(reports)
      .slice(0, MAX_REPORTS)
      .map(([type, report]): CheckReport => ({
        type: type.replace(/^report:/, ""),
        result: reportResult(report),
      })),
  )
  .catch([]);

/**
 * Returns the result of a report: "consider" for a result that we don't know, or that Thirdfort
 * can't obtain; null if there is none yet.
 */
function reportResult({
  status,
  result,
}: {
  status?: string | null | undefined;
  result?: string | null | undefined;
}): CheckResult | null {
  if (result === "clear" || result === "fail") return result;
  return result || status === "unobtainable" ? "consider" : null;
}

function worstResult(reports: readonly CheckReport[]): CheckResult | null {
  const results = reports.map(({ result }) => result);
  for (const bad of ["fail", "consider"] as const) if (results.includes(bad)) return bad;
  return results.length > 0 && !results.includes(null) ? "clear" : null;
}

const Transaction = z
  .object({
    id: z.string().min(1),
    status: z.string(),
    ref: z.string().nullish(),
    request: z.object({ actor: z.object({ phone: z.string().nullish() }).nullish() }).nullish(),
    reports: Reports,
    metadata: z.object({ order_key: z.string().optional() }).nullish(),
  })
  .transform(({ id, status, ref, request, reports, metadata }): FoundCheck => ({
    thirdfort_id: id,
    status: STATUSES[status] ?? "pending",
    ...resultOf(STATUSES[status] ?? "pending", reports),
    order_key: metadata?.order_key ?? null,
    ref: ref ?? null,
    phone: request?.actor?.phone ?? null,
  }));

function resultOf(status: CheckStatus, reports: CheckReport[]) {
  return { result: status === "complete" ? worstResult(reports) : null, reports };
}

const Summary = z.object({ reports: Reports });

/**
 * Orders a check. Never retried, because each check costs money (N-032).
 * @throws {VendorError} after which the check may have been ordered, unless `isRefused` returns
 *   true for the error
 */
export function orderCheck(order: CheckOrder): Promise<FoundCheck> {
  const { ref, name, actor, person_type, recipients, order_key } = order;
  return ask("transactions", Transaction, {
    body: {
      type: "v2",
      ref,
      name,
      request: { actor, tasks: TASKS[person_type] },
      metadata: {
        order_key,
        notify: {
          type: "email",
          data: {
            recipients: recipients.map((email) => ({ email })),
            params: { actor_name: actor.name, transaction_name: name },
          },
        },
      },
    },
  });
}

/**
 * Returns the current state of a check (N-029). If a complete check contains no reports, they are
 * read from its summary.
 * @throws {VendorError} with status 404 if the check is unknown
 */
export async function fetchCheck(thirdfort_id: string): Promise<FoundCheck> {
  const path = `transactions/${encodeURIComponent(thirdfort_id)}`;
  const found = await ask(path, Transaction);
  if (found.status !== "complete" || found.reports.length > 0) return found;
  const summary = await nullIfNotFound(ask(`${path}/_summary`, Summary));
  return { ...found, ...resultOf(found.status, summary?.reports ?? []) };
}

/**
 * Aborts a check. Aborting it again has no further effect (N-030).
 * @throws {VendorError}
 */
export function abortCheck(thirdfort_id: string): Promise<FoundCheck> {
  const path = `transactions/${encodeURIComponent(thirdfort_id)}/abort`;
  return ask(path, Transaction, { body: {}, harmless: true });
}

/** Returns the URL of a check's page on Thirdfort's site, for staff (N-013, AMB-N05). */
export function checkUrl(thirdfort_id: string): string {
  return `${env.THIRDFORT_PORTAL_URL}/${encodeURIComponent(thirdfort_id)}`;
}

function ask<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  { body, harmless = body === undefined }: { body?: object; harmless?: boolean } = {},
): Promise<z.output<Schema>> {
  return callVendor(
    "thirdfort",
    { baseUrl: env.THIRDFORT_API_URL, idempotent: harmless },
    async () => {
      const headers = {
        Authorization: `Bearer ${thirdfortToken()}`,
        "tenant-id": env.THIRDFORT_TENANT_ID,
        ...(body && { "Content-Type": "application/json" }),
      };
      const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
      const url = new URL(`${env.THIRDFORT_API_URL}/${path}`);
      return readJson("thirdfort", schema, await fetchText("thirdfort", url, init));
    },
  );
}

const Webhook = z.object({
  sent_at: z.iso.datetime({ offset: true }).nullish().catch(null),
  data: z.object({ id: z.string().trim().min(1).max(100) }),
});

export class ThirdfortSignatureError extends Error {
  override readonly name = "ThirdfortSignatureError";
}

/**
 * Returns true if a webhook's signature is well-formed. This is checked before the body is read.
 */
export function isWellFormedSignature(signature: string | null): boolean {
  return /^\s*[\da-f]{64}\s*$/i.test(signature ?? "");
}

/**
 * Verifies and parses a webhook. We only use the id of the check that changed, and then ask
 * Thirdfort for the check (AMB-N04).
 * @param signature value of the header THIRDFORT_WEBHOOK_HEADER: HMAC-SHA256 of the unchanged body,
 *   in hexadecimal
 * @returns the check's id. `is_dated` is false if the webhook has no date, which means that someone
 *   could send it again later. Null if the webhook contains no id
 * @throws {ThirdfortSignatureError} if Thirdfort did not sign the webhook, or sent it too long ago
 */
export function readThirdfortWebhook(
  raw: string,
  signature: string | null,
  now = new Date(),
): { thirdfort_id: string; is_dated: boolean } | null {
  if (!env.THIRDFORT_WEBHOOK_SECRET.some((secret) => isSignedWith(secret, raw, signature ?? ""))) {
    throw new ThirdfortSignatureError("The webhook is not signed by Thirdfort");
  }
  const message = Webhook.safeParse(parseJson(raw));
  if (!message.success) return null;
  const { sent_at, data } = message.data;
  if (
    sent_at &&
    Math.abs(now.getTime() - Date.parse(sent_at)) > WEBHOOK_TOLERANCE_SECONDS * 1_000
  ) {
    throw new ThirdfortSignatureError("The webhook was not signed recently");
  }
  return { thirdfort_id: data.id, is_dated: Boolean(sent_at) };
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

function isSignedWith(secret: string, raw: string, signature: string) {
  const ours = createHmac("sha256", secret).update(raw).digest("hex");
  return isSameSecret(signature.trim().toLowerCase(), ours);
}

/** Lifetime of a token. It is long enough for all calls that one page makes. */
const TOKEN_LIFETIME_SECONDS = 60;

let key: KeyObject | null = null;

/**
 * Returns a JSON Web Token that authenticates us to Thirdfort, signed with our RSA key (RS256).
 * @throws {VendorError} "not_configured" if the file THIRDFORT_PRIVATE_KEY_FILE is missing or
 *   contains no key
 */
export function thirdfortToken(now = new Date()): string {
  key ??= readKey();
  const issued = Math.floor(now.getTime() / 1_000);
  const claims = {
    iss: env.THIRDFORT_CLIENT_ID,
    iat: issued,
    exp: issued + TOKEN_LIFETIME_SECONDS,
  };
  const content = [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}

function readKey() {
  try {
    return createPrivateKey(readFileSync(env.THIRDFORT_PRIVATE_KEY_FILE));
  } catch (cause) {
    const message = "thirdfort cannot be reached: THIRDFORT_PRIVATE_KEY_FILE contains no key";
    throw new VendorError("thirdfort", "not_configured", message, { cause });
  }
}

/**
 * Sends Thirdfort a free, read-only request and describes the answer (docs/vendors.md).
 * @throws {VendorError}
 */
export async function smokeTest(): Promise<string> {
  const check = await nullIfNotFound(fetchCheck("smoke-test"));
  return check
    ? "It has a check called “smoke-test”, so this is not Thirdfort."
    : "The token is accepted. A check that does not exist returns 404, as it should.";
}
