import { createHmac, randomInt } from "node:crypto";
import { z } from "zod";
import { postWebhook, tellUntilHeard } from "#mocks/post-webhook.ts";
import type { Kind, State } from "#mocks/state.ts";

/** Thirdfort's transactions, as they go over the wire, and what its side does with them. */

export type ThirdfortDouble = {
  state: State;
  /** Where Thirdfort posts what has changed; null: nowhere. */
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
  /** Nothing until it is done; by their types after that. */
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

/** Twenty letters and digits, as the newer ids are; "t" begins none of the demonstration's. */
export function newTransactionId(): string {
  return `t${Array.from({ length: 19 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}

/** What the demonstration says was ordered before the double was there: "d", a digit and eighteen hexadecimal ones. */
const OF_THE_DEMONSTRATION = /^d\d[0-9a-f]{18}$/;

/** A transaction, or null. One of the demonstration is open when it is first asked for. */
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
 * Ends a transaction, as the person or Thirdfort's staff do, and tells our site. One that has ended stays as it is.
 *
 * @param result what the screening of its reports came to; the others are clear
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

/** People are watched after they were checked: what the screening came to changes, and our site is told. */
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
  void tellUntilHeard(PAUSES_MS, () => tellOnce(double, id)).catch(() => undefined);
}

export function isOpen({ status }: Pick<Transaction, "status">): boolean {
  return status === "open" || status === "processing";
}

/** Posts again after so long, until it is heard. */
const PAUSES_MS = [0, 1_000, 5_000, 20_000];

/** Posts that a transaction has changed to our webhook. @returns as tellUntilHeard asks for it */
export async function tellOnce(double: ThirdfortDouble, id: string): Promise<number | null> {
  const { webhookUrl, webhookHeader, webhookSecret } = double;
  if (!webhookUrl) return null;
  const { body, signature } = signedWebhook(id, webhookSecret);
  const headers = { "content-type": "application/json", [webhookHeader]: signature };
  return postWebhook(webhookUrl, { headers, body });
}

/** The body of a webhook, and its signature. */
export function signedWebhook(id: string, secret: string, at = new Date()) {
  const body = JSON.stringify({
    type: "transaction.updated",
    sent_at: at.toISOString(),
    data: { id },
  });
  return { body, signature: createHmac("sha256", secret).update(body).digest("hex") };
}
