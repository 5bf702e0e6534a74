/** Thirdfort's transactions in the format of its API, and what happens to them at Thirdfort. */

import { createHmac, randomInt } from "node:crypto";
import { z } from "zod";
import { postWebhook, postWithRetries } from "#mocks/post-webhook.ts";
import type { Kind, State } from "#mocks/state.ts";

export type ThirdfortDouble = {
  state: State;
  webhookUrl: string | null;
  webhookHeader: string;
  webhookSecret: string;
};

const STATUSES = ["open", "processing", "closed", "failed", "aborted"] as const;
export type Status = (typeof STATUSES)[number];

const Transaction = z.object({
  id: z.string(),
  type: z.literal("v2"),
  status: z.enum(STATUSES),
  name: z.string(),
  ref: z.string(),
  request: z.object({
    actor: z.object({ name: z.string(), phone: z.string(), email: z.string().optional() }),
    tasks: z.array(z.object({ type: z.string() })),
  }),
  metadata: z.looseObject({
    created_at: z.string(),
    order_key: z.string().optional(),
    notify: z
      .object({ data: z.object({ recipients: z.array(z.object({ email: z.string() })) }) })
      .optional(),
  }),
  /** Empty list until the check is done; after that, the reports by type. */
  reports: z.union([
    z.tuple([]),
    z.record(z.string(), z.object({ status: z.string(), result: z.string() })),
  ]),
});
export type Transaction = z.output<typeof Transaction>;

export const transactions: Kind<Transaction> = {
  vendor: "thirdfort",
  name: "transaction",
  shape: Transaction,
};

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Returns a new id of twenty letters and digits. It starts with "t", unlike the ids in the
 * demonstration data.
 */
export function newTransactionId(): string {
  return `t${Array.from({ length: 19 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}

/**
 * Pattern of the ids of checks in the demonstration data: "d", a digit and eighteen hexadecimal
 * digits.
 */
const OF_THE_DEMONSTRATION = /^d\d[0-9a-f]{18}$/;

/**
 * Returns a transaction; null if it does not exist. For the id of a check in the demonstration
 * data, creates an open transaction if there is none.
 */
export async function findTransaction(state: State, id: string): Promise<Transaction | null> {
  const known = await state.get(transactions, id);
  if (known || !OF_THE_DEMONSTRATION.test(id)) return known;
  const adopted: Transaction = {
    id,
    type: "v2",
    status: "open",
    name: "Demonstration check",
    ref: "",
    request: {
      actor: { name: "Demonstration person", phone: "" },
      tasks: [{ type: "report:identity" }, { type: "report:footprint" }, { type: "report:peps" }],
    },
    metadata: { created_at: new Date().toISOString() },
    reports: [],
  };
  await state.put(transactions, id, adopted);
  return adopted;
}

export const RESULTS = ["clear", "consider", "fail"] as const;
export type Result = (typeof RESULTS)[number];

/**
 * Ends an open transaction and sends our site a webhook. `result` is the result of the screening;
 * all other reports are clear.
 */
export async function endTransaction(
  double: ThirdfortDouble,
  id: string,
  status: Status,
  result: Result = "clear",
): Promise<Transaction | null> {
  const transaction = await findTransaction(double.state, id);
  if (!transaction || !isOpen(transaction)) return transaction;
  const ended: Transaction = {
    ...transaction,
    status,
    reports: status === "closed" ? reportsOf(transaction, result) : transaction.reports,
  };
  await double.state.put(transactions, id, ended);
  tell(double, id);
  return ended;
}

/**
 * Changes the result of a completed check's screening, as Thirdfort's monitoring may do later, and
 * sends our site a webhook.
 */
export async function changeResult(double: ThirdfortDouble, id: string, result: Result) {
  const transaction = await findTransaction(double.state, id);
  if (transaction?.status !== "closed") return;
  const reports = reportsOf(transaction, result);
  await double.state.put(transactions, id, { ...transaction, reports });
  tell(double, id);
}

function reportsOf({ request }: Transaction, result: Result) {
  const of = (type: string) => (type === "report:peps" ? result : "clear");
  return Object.fromEntries(
    request.tasks.map(({ type }) => [
      type.replace("report:", ""),
      { status: "closed", result: of(type) },
    ]),
  );
}

function tell(double: ThirdfortDouble, id: string) {
  void postWithRetries(PAUSES_MS, () => postChange(double, id)).catch(() => undefined);
}

export function isOpen({ status }: Pick<Transaction, "status">): boolean {
  return status === "open" || status === "processing";
}

const PAUSES_MS = [0, 1_000, 5_000, 20_000];

/**
 * Sends a webhook about a transaction that has changed. Returns what `postWithRetries` expects: the
 * status of the response, 0 or null.
 */
export async function postChange(double: ThirdfortDouble, id: string): Promise<number | null> {
  const { webhookUrl, webhookHeader, webhookSecret } = double;
  if (!webhookUrl) return null;
  const { body, signature } = signedWebhook(id, webhookSecret);
  const headers = { "content-type": "application/json", [webhookHeader]: signature };
  return postWebhook(webhookUrl, { headers, body });
}

export function signedWebhook(id: string, secret: string, at = new Date()) {
  const body = JSON.stringify({
    type: "transaction.updated",
    sent_at: at.toISOString(),
    data: { id },
  });
  return { body, signature: createHmac("sha256", secret).update(body).digest("hex") };
}
