/**
 * Part of Thirdfort's double that our server calls. The name of the person to check decides the
 * response:
 *
 *     last name Refused   400, and nothing is ordered
 *     last name Lost      500, but the check is ordered
 *
 * A check of anyone else stays open until someone completes, fails or aborts it at
 * /mocks/thirdfort. There are no endpoints that Thirdfort does not document, such as a list of
 * checks, except the one that aborts a check. Its path is an assumption.
 */

import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { http, HttpResponse, type PathParams } from "msw";
import { z } from "zod";
import {
  endTransaction,
  findTransaction,
  isOpen,
  newTransactionId,
  type ThirdfortDouble,
  type Transaction,
  transactions,
} from "./transactions.ts";

const Order = z.object({
  type: z.literal("v2"),
  ref: z.string().min(1),
  name: z.string(),
  request: z.object({
    actor: z.object({
      name: z.string().min(1),
      phone: z.string().regex(/^\+[1-9]\d{6,14}$/, "must be in E.164"),
      email: z.string().optional(),
    }),
    tasks: z.array(z.looseObject({ type: z.string() })).min(1),
  }),
  metadata: z.looseObject({
    order_key: z.string().optional(),
    notify: z
      .object({ data: z.object({ recipients: z.array(z.object({ email: z.string() })) }) })
      .optional(),
  }),
});

export function thirdfortHandlers({ baseUrl, ...double }: ThirdfortDouble & { baseUrl: string }) {
  const at = (path: string) => `${baseUrl}/transactions${path}`;
  return [
    http.post(at(""), answer(double, order)),
    http.get(at("/:id"), answer(double, read)),
    http.get(at("/:id/_summary"), answer(double, summarise)),
    http.post(at("/:id/abort"), answer(double, abort)),
    http.all(`${baseUrl}/*`, () => refuse(404, "No such resource")),
  ];
}

type Asked = { request: Request; id: string };
type Work = (double: ThirdfortDouble, asked: Asked) => Promise<Response>;

function answer(double: ThirdfortDouble, work: Work) {
  return async ({ request, params }: { request: Request; params: PathParams }) => {
    if (!isOurs(request.headers.get("authorization") ?? "")) return refuse(401, "Unauthorized");
    if (!request.headers.get("tenant-id")) return refuse(400, "tenant-id is missing");
    return work(double, { request, id: typeof params.id === "string" ? params.id : "" });
  };
}

const publicKey = createPublicKey(readFileSync("mocks/thirdfort/private-key.pem"));

/**
 * Returns true if a token is signed with the key that `settingsOfDouble` sets, and has not expired.
 */
function isOurs(authorization: string) {
  const [header = "", claims = "", signature = ""] = authorization
    .replace(/^Bearer /, "")
    .split(".");
  const content = Buffer.from(`${header}.${claims}`);
  if (!verify("sha256", content, publicKey, Buffer.from(signature, "base64url"))) return false;
  const { exp } = z
    .object({ exp: z.number() })
    .parse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  return exp > Date.now() / 1_000;
}

async function order({ state }: ThirdfortDouble, { request }: Asked) {
  const parsed = Order.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
  const asked = parsed.data;
  if (asked.request.actor.name.endsWith(" Refused")) return refuse(400, "actor is refused");
  const transaction: Transaction = {
    ...asked,
    id: newTransactionId(),
    status: "open",
    metadata: { ...asked.metadata, created_at: new Date().toISOString() },
    reports: [],
  };
  await state.put(transactions, transaction.id, transaction);
  if (asked.request.actor.name.endsWith(" Lost")) return refuse(500, "Internal Server Error");
  return HttpResponse.json(transaction, { status: 201 });
}

async function read({ state }: ThirdfortDouble, { id }: Asked) {
  const transaction = await findTransaction(state, id);
  return transaction ? HttpResponse.json(transaction) : refuse(404, "No such transaction");
}

/**
 * Returns the summary of a check. Leaves out the personal data, because our service does not read
 * them.
 */
async function summarise({ state }: ThirdfortDouble, { id }: Asked) {
  const transaction = await findTransaction(state, id);
  if (!transaction) return refuse(404, "No such transaction");
  const { status, reports } = transaction;
  return HttpResponse.json({ status, pii: {}, reports });
}

async function abort(double: ThirdfortDouble, { id }: Asked) {
  const before = await findTransaction(double.state, id);
  if (!before) return refuse(404, "No such transaction");
  if (!isOpen(before) && before.status !== "aborted") {
    return refuse(409, `The transaction is ${before.status}`);
  }
  return HttpResponse.json(await endTransaction(double, id, "aborted"));
}

function refuse(status: number, message: string) {
  return HttpResponse.json({ message }, { status });
}
