/**
 * Staff refund a payment: the refund is stored and committed, then sent to Stripe once, with its id
 * as the idempotency key. A job sends it again until Stripe has answered (issue 50).
 */

import { randomBytes } from "node:crypto";
import { z } from "zod";
import { createRefund } from "#app/clients/stripe/refunds.server.ts";
import { VendorError } from "#app/clients/vendor-error.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { requireNotRestored } from "#app/domain/restorations/restorations.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { objectId } from "#app/domain/shared/form-rules.server.ts";
import { freeText, staffTextLines } from "#app/domain/shared/free-text.server.ts";
import { tooManyCharacters } from "#app/domain/shared/messages.ts";
import { formatPence, parsePence } from "#app/domain/shared/money.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { readFeeAfterRefund } from "./fee-after-refund.server.ts";
import { refusalText } from "./labels.ts";
import { type PaidFor, paidSales } from "./paid-sales.server.ts";
import { recordRefund, recordRefundsOf } from "./reconcile.server.ts";
import { listRefundablePayments, markRefused, type RefundStatus } from "./refunds.server.ts";

export const sendRefundJob = queuedJob("send-refund", z.object({ refund_id: z.string() }));

const NOTHING_REFUNDED =
  "The database was restored from a backup. Nothing can be refunded until an administrator turns ordering back on, on the page “Restored from a backup”.";

const MAX_REASON = 2000;

/** Form of a refund. The amount stays text, because the confirmation page posts it again. */
export const RefundForm = z.object({
  /** Id that the refund will have, from when its form is opened. */
  refund_id: objectId(),
  payment_id: z.string({ error: "Choose the payment" }).min(1, "Choose the payment").max(255),
  amount: z.string({ error: "Enter the amount" }).transform((typed, context) => {
    const pence = parsePence(typed);
    if (pence !== null && pence > 0) return toAmount(pence);
    const message = typed.trim() === "" ? "Enter the amount" : "Enter an amount, like 50 or 49.50";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
  reason: freeText("Enter the reason", tooManyCharacters(MAX_REASON), {
    max: MAX_REASON,
    read: staffTextLines,
  }),
});

export type RefundChoice = z.output<typeof RefundForm>;

/** Returns an id for a refund whose form is opened now. */
export function newRefundId(): string {
  return randomBytes(12).toString("hex");
}

/** Returns pence as a form shows them, such as "49.50". */
export function toAmount(pence: number): string {
  return (pence / 100).toFixed(2);
}

export type RefundPlan = Awaited<ReturnType<typeof planRefund>>;

/**
 * Works out a refund: the payment, what is left of it, the sales that it covers, whom we would
 * email, and what that email says about the service fee.
 * @throws NotFoundError; ConflictError if nothing is left; DomainError at a field for another
 * amount or payment
 */
export async function planRefund(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
  choice: Pick<RefundChoice, "payment_id" | "amount">,
) {
  const payments = await readRefundable(db, reader, transaction_id);
  const payment = payments.find(({ payment_id }) => payment_id === choice.payment_id);
  if (!payment) {
    throw new DomainError("Choose the payment", 400, { data: { field: "payment_id" } });
  }
  if (payment.left_pence === 0) throw new ConflictError(NOTHING_LEFT);
  const amount_pence = parsePence(choice.amount) ?? 0;
  if (amount_pence > payment.left_pence) {
    const left = formatPence(payment.left_pence);
    throw new DomainError(`Enter an amount up to ${left}, which is left of this payment`, 400, {
      data: { field: "amount" },
    });
  }
  const [payer] = payment.sales;
  if (!payer) throw transactionNotFound();
  const after = await readFeeAfterRefund(db, payment.order_id);
  return { ...payment, amount_pence, payer, after };
}

const NOTHING_LEFT = "Nothing is left to refund of this payment";

/**
 * Lists the payments of a matter, with what can be refunded and the sales that each covers. The
 * seller of the first sale is the payer. Call `storeGroupPayment` first.
 * @throws NotFoundError; ConflictError if there is no card payment, or nothing is left
 */
export async function readRefundable(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  requireTransactionId(transaction_id);
  await db
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const payments = [];
  for (const payment of await listRefundablePayments(db, reader, transaction_id)) {
    payments.push({ ...payment, sales: await listSales(db, payment) });
  }
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  for (const { group_id: id } of payments) {
    if (id) await reader.recordView({ record: { type: "transaction_group", id } });
  }
  if (payments.length === 0) throw new ConflictError("This matter has no card payment to refund");
  if (payments.every(({ left_pence }) => left_pence === 0)) throw new ConflictError(NOTHING_LEFT);
  return payments;
}

async function listSales(db: Db, payment: PaidFor) {
  const sales = await paidSales(db, payment).execute();
  return sales.map(({ transaction_id, first_name, email, group_name, ...address }) => ({
    ...{ transaction_id, first_name, email, group_name },
    property: addressLine(address),
  }));
}

/**
 * Stores a refund that staff have confirmed, and queues the job that sends it if the process stops
 * before `sendRefund`.
 * @throws any error from planRefund; ConflictError if the plan has changed; RestoredError
 */
export async function requestRefund(
  trx: Db,
  transaction_id: string,
  { choice, confirmed, actor }: { choice: RefundChoice; confirmed: string; actor: Actor },
): Promise<void> {
  await requireNotRestored(trx, NOTHING_REFUNDED);
  await lockPayments(trx, transaction_id);
  const plan = await planRefund(trx, service, transaction_id, choice);
  requireAsConfirmed({ mark: hashPlan(plan) }, { mark: confirmed }, "The payment");
  const { amount_pence, payment_id, paid_pence, order_id, group_id } = plan;
  const { refund_id, reason } = choice;
  const row = await trx
    .insertInto("refunds")
    .values({
      id: refund_id,
      order_id,
      group_id,
      stripe_payment_id: payment_id,
      amount_pence,
      reason,
      requested_by: actor.id,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new ConflictError("This refund has already been made");
  for (const sale of plan.sales) {
    const paid = formatPence(paid_pence);
    const what = sale.group_name ? `${paid}, the payment for ${sale.group_name}` : paid;
    await recordStaffEvent(trx, {
      actor,
      transaction_id: sale.transaction_id,
      event_name: "refund_requested",
      comments: `${formatPence(amount_pence)} of ${what}. Reason: ${reason}`,
      fields: ["amount_pence", "reason"],
    });
  }
  const after = new Date(Date.now() + 60_000);
  await enqueue(trx, sendRefundJob, { refund_id }, { after, key: `send-refund:${refund_id}` });
}

/** Locks the payments of a matter, so that a colleague’s refund waits and then fails as changed. */
async function lockPayments(trx: Db, transaction_id: string) {
  await trx
    .selectFrom("orders")
    .select("id")
    .where("transaction_id", "=", transaction_id)
    .forUpdate()
    .executeTakeFirstOrThrow(transactionNotFound);
  await trx
    .selectFrom("transaction_groups")
    .innerJoin("transactions", "transactions.group_id", "transaction_groups.id")
    .select("transaction_groups.id")
    .where("transactions.id", "=", transaction_id)
    .forUpdate("transaction_groups")
    .execute();
}

/** Error for a refund that Stripe has refused. Its message says what staff can do. */
export class RefundRefusedError extends ConflictError {}

/** Error for a refund that Stripe may have received. The job sends it again. */
export class UnconfirmedRefundError extends DomainError {}

const UNCONFIRMED =
  "Stripe hasn’t answered yet. We’ll send the refund again until Stripe answers, so do not refund it again. The Orders tab shows the outcome.";

/**
 * Sends a stored refund to Stripe and records the answer. Idempotent. Must not be called within a
 * database transaction.
 * @throws RefundRefusedError if Stripe has refused it; UnconfirmedRefundError if we cannot tell
 */
export async function sendRefund(db: Db, refund_id: string): Promise<void> {
  const refund = await readSendable(db, refund_id);
  if (refund.status === "refused") throw refusedError(refund.refusal_code);
  if (refund.status !== "sending") return;
  const payment_intent = refund.stripe_payment_id;
  try {
    const made = await createRefund({
      payment_intent,
      amount_pence: refund.amount_pence,
      metadata: { refund_id },
      idempotency_key: `refund:${refund_id}`,
    });
    await recordRefund(db, made);
  } catch (cause) {
    if (!isRefusal(cause)) throw new UnconfirmedRefundError(UNCONFIRMED, 503, { cause });
    const code = cause.code ?? "refused";
    await inTransaction(db, (trx) =>
      markRefused(trx, refund_id, { code, text: refusalText(code) }),
    );
    await recordRefundsOf(db, payment_intent).catch(() => undefined);
    throw refusedError(code);
  }
}

function refusedError(code: string | null) {
  return new RefundRefusedError(refusalText(code ?? "refused"));
}

/**
 * Returns true if Stripe has judged the refund and made none. A busy key (409) or a rate limit
 * (429) is no judgement.
 */
function isRefusal(error: unknown): error is VendorError {
  if (!(error instanceof VendorError) || error.kind !== "4xx") return false;
  return ![408, 409, 429].includes(error.status ?? 0);
}

function readSendable(db: Db, refund_id: string) {
  return db
    .selectFrom("refunds")
    .select(["status", "stripe_payment_id", "amount_pence", "refusal_code"])
    .where("id", "=", refund_id)
    .executeTakeFirstOrThrow();
}

/** Time after which Stripe’s idempotency keys may have lapsed, so that nothing is sent again. */
const LOST_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * Settles the refunds that Stripe left pending, or whose answer was lost. Returns how many were
 * settled. An error of one does not stop the others. Must not be called within a database
 * transaction.
 * @throws AggregateError of VendorErrors
 */
export async function settleOpenRefunds(db: Db, now = new Date()): Promise<number> {
  const open = await db
    .selectFrom("refunds")
    .select(["id", "stripe_payment_id", "status", "created_at"])
    .where("status", "in", ["sending", "pending"])
    .orderBy("created_at")
    .limit(200)
    .execute();
  let settled = 0;
  const failures: unknown[] = [];
  for (const { id, stripe_payment_id, status: before, created_at } of open) {
    try {
      await recordRefundsOf(db, stripe_payment_id);
    } catch (error) {
      failures.push(error);
      continue;
    }
    const isLost = now.getTime() - created_at.getTime() > LOST_AFTER_MS;
    let { status } = await readSendable(db, id);
    if (status === "sending" && isLost) {
      const code = "not_received";
      await inTransaction(db, (trx) => markRefused(trx, id, { code, text: refusalText(code) }));
      status = "refused" satisfies RefundStatus;
    }
    if (status !== before) settled++;
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some refunds were not settled");
  return settled;
}
