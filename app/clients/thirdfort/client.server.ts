import { createHmac, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { isSameSecret } from "#app/platform/secrets.server.ts";
import { fetchText, outbound, readJson } from "../outbound.server.ts";
import { nullIfNotFound, VendorError } from "../vendor-error.ts";
import { WEBHOOK_TOLERANCE_SECONDS } from "../webhook-tolerance.ts";

/**
 * Identity checks: Thirdfort's API v2, whose checks of a person are called transactions. Documents:
 * support.thirdfort.com. Not in them, and so to be settled with Thirdfort before going live: the path that aborts, the
 * claims of our token, and what a webhook says (docs/decisions/identity-checks.md). They name no list of checks, so
 * none is asked for.
 */

export type CheckStatus = "pending" | "failed" | "aborted" | "complete";

export type PersonType = "seller" | "buyer" | "giftor";

export type CheckOrder = {
  /** Our file reference. */
  ref: string;
  /** The purpose that the person is told. */
  name: string;
  /** `phone` in E.164: the person is sent a text message. */
  actor: { name: string; phone: string; email: string };
  person_type: PersonType;
  /** Who is sent the report. */
  recipients: readonly string[];
  /** Our key, by which an order whose answer was lost is recognised. */
  order_key: string;
};

/** The result of a check, by its worst report. A person has to look at `consider`, whatever Thirdfort calls it. */
export type CheckResult = "clear" | "consider" | "fail";

/** One of the reports of a check: "identity", "peps", "documents:poa". Its result is null while Thirdfort has none. */
export type CheckReport = { type: string; result: CheckResult | null };

export type FoundCheck = {
  thirdfort_id: string;
  status: CheckStatus;
  /** Null until the check is complete, and while a report lacks its result. */
  result: CheckResult | null;
  reports: CheckReport[];
  order_key: string | null;
  /** Our file reference, and the number that the text message went to. */
  ref: string | null;
  phone: string | null;
};

/** What a person is asked for, by their role: only those who bring money are asked where it comes from. */
const OF_EVERYBODY = [
  { type: "documents:poa" },
  { type: "report:identity", opts: { nfc: "preferred" } },
  { type: "report:footprint" },
  { type: "report:peps", opts: { monitored: true } },
];
const TASKS = {
  seller: [...OF_EVERYBODY, { type: "documents:poo" }],
  buyer: [...OF_EVERYBODY, { type: "report:sof-v1" }],
  giftor: [...OF_EVERYBODY, { type: "report:sof-v1" }],
} satisfies Record<PersonType, unknown>;

/** N-018; a status that is not known leaves the check open (AMB-N04). */
const STATUSES: Partial<Record<string, CheckStatus>> = {
  open: "pending",
  processing: "pending",
  closed: "complete",
  aborted: "aborted",
  failed: "failed",
};

const MAX_REPORTS = 30;

/** Missing or empty until Thirdfort has written them; after that by type. */
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

/** An unknown word is not clear, and neither is a result that could not be obtained. */
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
 * Orders a check, which costs money (N-032): it is tried once.
 *
 * @throws VendorError; unless `isRefused` says so, it is unknown whether the check was ordered
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
 * A check as it is now (N-029), with its results once it is complete: they stand in the check, or in its summary.
 *
 * @throws VendorError, with status 404 for one that Thirdfort does not know
 */
export async function fetchCheck(thirdfort_id: string): Promise<FoundCheck> {
  const path = `transactions/${encodeURIComponent(thirdfort_id)}`;
  const found = await ask(path, Transaction);
  if (found.status !== "complete" || found.reports.length > 0) return found;
  const summary = await nullIfNotFound(ask(`${path}/_summary`, Summary));
  return { ...found, ...resultOf(found.status, summary?.reports ?? []) };
}

/** Calls a check off (N-030); one that is called off already stays so. @throws VendorError */
export function abortCheck(thirdfort_id: string): Promise<FoundCheck> {
  const path = `transactions/${encodeURIComponent(thirdfort_id)}/abort`;
  return ask(path, Transaction, { body: {}, harmless: true });
}

/** Where staff read a check (N-013, AMB-N05). */
export function checkUrl(thirdfort_id: string): string {
  return `${env.THIRDFORT_PORTAL_URL}/${encodeURIComponent(thirdfort_id)}`;
}

function ask<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  { body, harmless = body === undefined }: { body?: object; harmless?: boolean } = {},
): Promise<z.output<Schema>> {
  return outbound("thirdfort", { baseUrl: env.THIRDFORT_API_URL, harmless }, async () => {
    const headers = {
      Authorization: `Bearer ${thirdfortToken()}`,
      "tenant-id": env.THIRDFORT_TENANT_ID,
      ...(body && { "Content-Type": "application/json" }),
    };
    const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const url = new URL(`${env.THIRDFORT_API_URL}/${path}`);
    return readJson("thirdfort", schema, await fetchText("thirdfort", url, init));
  });
}

const Webhook = z.object({
  /** When it was posted; each delivery has its own time. */
  sent_at: z.iso.datetime({ offset: true }).nullish().catch(null),
  data: z.object({ id: z.string().trim().min(1).max(100) }),
});

export class ThirdfortSignatureError extends Error {
  override readonly name = "ThirdfortSignatureError";
}

/** Whether a signature can be Thirdfort's, checked before the body is read. */
export function isWellFormedSignature(signature: string | null): boolean {
  return /^\s*[\da-f]{64}\s*$/i.test(signature ?? "");
}

/**
 * Reads what Thirdfort posted to us (AMB-N04). It says which check has changed; nothing else in it is trusted.
 *
 * @param raw the body as it came
 * @param signature what stands in the header THIRDFORT_WEBHOOK_HEADER: HMAC-SHA256 of the body, in hexadecimal
 * @returns the check's id, and whether the message says when it was posted: without that, anyone who has seen it can post
 *   it again. Null when it names no check
 * @throws ThirdfortSignatureError when it was not signed by Thirdfort, or too long ago
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

/** A token lives as long as the calls of one page take. */
const GOOD_FOR_SECONDS = 60;

let key: KeyObject | null = null;

/**
 * The JSON Web Token by which Thirdfort knows us, signed with our RSA key (RS256).
 *
 * @throws VendorError "not_configured" when THIRDFORT_PRIVATE_KEY_FILE is not there, or holds no key
 */
export function thirdfortToken(now = new Date()): string {
  key ??= readKey();
  const issued = Math.floor(now.getTime() / 1_000);
  const claims = { iss: env.THIRDFORT_CLIENT_ID, iat: issued, exp: issued + GOOD_FOR_SECONDS };
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

/** Asks what changes nothing and costs nothing (docs/vendors.md); throws VendorError. Returns what it saw, in words. */
export async function smokeTest(): Promise<string> {
  const check = await nullIfNotFound(fetchCheck("smoke-test"));
  return check
    ? "It has a check called “smoke-test”, so this is not Thirdfort."
    : "The token is accepted. A check that does not exist returns 404, as it should.";
}
