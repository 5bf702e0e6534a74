import { createHmac } from "node:crypto";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { isSameSecret } from "#app/same-secret.server.ts";
import { fetchText, outbound, readJson } from "./outbound.server.ts";
import { thirdfortToken } from "./thirdfort-token.server.ts";
import { WEBHOOK_TOLERANCE_SECONDS } from "./webhook-tolerance.ts";

/**
 * Identity checks: Thirdfort's API v2, whose checks of a person are called transactions. Documents: support.thirdfort.com.
 * Not in them, and so to be settled with Thirdfort before going live: the list by our reference, the path that aborts,
 * the claims of our token, and what a webhook says (docs/decisions/identity-checks.md).
 */

export type CheckStatus = "pending" | "failed" | "aborted" | "complete";

export type PersonType = "seller" | "buyer" | "giftor";

export type CheckOrder = {
  /** Our file reference. */
  ref: string;
  /** What the person reads that it is about. */
  name: string;
  /** `phone` in E.164: the person is sent a text message. */
  actor: { name: string; phone: string; email: string };
  person_type: PersonType;
  /** Who is sent the report. */
  recipients: readonly string[];
  /** Ours, by which an order is known again whose answer was lost. */
  order_key: string;
};

export type FoundCheck = { thirdfort_id: string; status: CheckStatus; order_key: string | null };

/** What a person is asked for, by their part in the matter: only who brings money is asked where it is from. */
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

const Transaction = z
  .object({
    id: z.string().min(1),
    status: z.string(),
    metadata: z.object({ order_key: z.string().optional() }).nullish(),
  })
  .transform(({ id, status, metadata }): FoundCheck => ({
    thirdfort_id: id,
    status: STATUSES[status] ?? "pending",
    order_key: metadata?.order_key ?? null,
  }));

const Transactions = z.object({ items: z.array(Transaction) });

/**
 * Orders a check, which costs money (N-032): it is asked for once, and never again by itself.
 *
 * @throws VendorError; unless `isRefused` says so of it, nobody knows whether it was ordered
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

/** A check as it is now (N-029). @throws VendorError, with status 404 for one that Thirdfort does not know */
export function fetchCheck(thirdfort_id: string): Promise<FoundCheck> {
  return ask(`transactions/${encodeURIComponent(thirdfort_id)}`, Transaction);
}

/** Every check with our file reference. @throws VendorError */
export async function listChecks(ref: string): Promise<FoundCheck[]> {
  const { items } = await ask(`transactions?${new URLSearchParams({ ref })}`, Transactions);
  return items;
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
  /** When it was posted: of each delivery its own. */
  sent_at: z.iso.datetime().optional(),
  data: z.object({ id: z.string().trim().min(1).max(100) }),
});

export class ThirdfortSignatureError extends Error {
  override readonly name = "ThirdfortSignatureError";
}

/** Whether a signature may be Thirdfort's, before there is a body to hold it against. */
export function isWellFormedSignature(signature: string | null): boolean {
  return /^\s*[\da-f]{64}\s*$/i.test(signature ?? "");
}

/**
 * Reads what Thirdfort posted to us (AMB-N04). It says which check has changed, and nothing else of it is believed.
 *
 * @param raw the body as it came
 * @param signature what stands in the header THIRDFORT_WEBHOOK_HEADER: HMAC-SHA256 of the body, in hexadecimal
 * @throws ThirdfortSignatureError when it is not signed by Thirdfort, or not just now; VendorError "bad_body" when it is
 *   signed and names no check
 */
export function readThirdfortWebhook(
  raw: string,
  signature: string | null,
  now = new Date(),
): { thirdfort_id: string } {
  if (!env.THIRDFORT_WEBHOOK_SECRET.some((secret) => isSignedWith(secret, raw, signature ?? ""))) {
    throw new ThirdfortSignatureError("The webhook is not signed by Thirdfort");
  }
  const { sent_at, data } = readJson("thirdfort", Webhook, raw);
  if (
    sent_at &&
    Math.abs(now.getTime() - Date.parse(sent_at)) > WEBHOOK_TOLERANCE_SECONDS * 1_000
  ) {
    throw new ThirdfortSignatureError("The webhook was not signed just now");
  }
  return { thirdfort_id: data.id };
}

function isSignedWith(secret: string, raw: string, signature: string) {
  const ours = createHmac("sha256", secret).update(raw).digest("hex");
  return isSameSecret(signature.trim().toLowerCase(), ours);
}
