/**
 * Compares our orders with Stripe every night, in both directions. A payment may arrive during the
 * comparison, so a difference counts only if a second read of Stripe, compared with the locked
 * order, confirms it. Nothing is corrected automatically. Do not call these functions within a
 * database transaction.
 */

import {
  listDisputes,
  listOpenCheckoutSessions,
  listPaymentIntents,
  listRefunds,
  listRefundsOfPayment,
  listChargedPayments,
  type CreationPeriod,
  type ReturnedPayment,
} from "#app/clients/stripe/lists.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import {
  asMoneyBack,
  asPage,
  asPayment,
  type StripeObject,
  CANCEL_GRACE_MS,
  readStripeObject,
  findDifference,
  type StripeObjectKey,
} from "./compare-with-stripe.server.ts";
import {
  closeResolvedReviews,
  hasMisfit,
  listOpenDifferences,
  flagForReview,
} from "./payment-reviews.server.ts";
import type { Difference } from "./labels.ts";
import { advanceRefund, findOwnRefund } from "./refunds.server.ts";

/**
 * Period that the nightly comparison covers. It is long enough for webhook retries and for a long
 * weekend.
 */
const LOOK_BACK_MS = 7 * 24 * 60 * 60 * 1_000;

type Reconciled = { compared: number; found: number; gone: number };

type Run = { db: Db; now: Date; counts: Reconciled; failures: unknown[] };

/**
 * Compares Stripe with our orders, opens reviews of the differences and closes the reviews of
 * resolved ones. Idempotent. Pass `since` to start earlier than usual.
 * @throws VendorError if a comparison failed, after making all the others and storing what they
 * found
 */
export async function reconcilePayments(
  db: Db,
  now = new Date(),
  since = now,
): Promise<Reconciled> {
  const run: Run = { db, now, counts: { compared: 0, found: 0, gone: 0 }, failures: [] };
  const period = {
    from: new Date(Math.min(since.getTime(), now.getTime() - LOOK_BACK_MS)),
    until: new Date(now.getTime() - CANCEL_GRACE_MS),
  };
  const objects = await listStripeObjects(period);
  run.counts.compared = objects.length;
  for (const each of objects) {
    await proceed(run, async () => {
      const difference = findDifference(each, await readOrderRecord(db, each), now);
      if (difference) await compareAgain(run, each, [difference]);
    });
  }
  await compareOrders(run, period, new Set(objects.map(({ id }) => id)));
  for (const { stripe_transaction_id: id, reason } of await listOpenDifferences(db)) {
    await proceed(run, () => compareAgain(run, { id, kind: kindOf(reason, id) }, []));
  }
  if (run.failures.length > 0) throw run.failures[0];
  return run.counts;
}

/** Extra period before a backup, for payments that were on their way to us when it was made. */
const BEFORE_MS = 60 * 60 * 1_000;

/**
 * Lists the objects at Stripe, from an hour before `since`, that differ from our records. Also
 * returns how many were compared. Stores nothing, because recent differences may still resolve.
 * @throws VendorError
 */
export async function listDifferences(db: Db, _reader: StaffReader, since: Date, now = new Date()) {
  const period = {
    from: new Date(since.getTime() - BEFORE_MS),
    until: new Date(now.getTime() + 60_000),
  };
  const objects = await listStripeObjects(period);
  const found: (StripeObject & { difference: Difference })[] = [];
  for (const each of objects) {
    const difference = findDifference(each, await readOrderRecord(db, each), now);
    if (difference) found.push({ ...each, difference });
  }
  return { compared: objects.length, found };
}

/**
 * Runs one comparison. An error is added to `failures`, so that the other comparisons still run.
 */
async function proceed({ failures }: Run, work: () => Promise<void>) {
  await work().catch((error: unknown) => failures.push(error));
}

async function listStripeObjects(period: CreationPeriod): Promise<StripeObject[]> {
  const taken = await listChargedPayments(period);
  const begun = await listPaymentIntents(period);
  const pages = await listOpenCheckoutSessions(period);
  const refunds = await listRefunds(period);
  const disputes = await listDisputes(period);
  return [
    ...taken.map(asPayment),
    // Leave out succeeded payments: they are in `taken`, or are too recent to have reached us.
    ...begun.filter(({ status }) => status !== "succeeded").map(asPayment),
    ...pages.map(asPage),
    ...refunds.map((refund) => asMoneyBack("refund", refund)),
    ...disputes.map((dispute) => asMoneyBack("dispute", dispute)),
  ];
}

/**
 * Compares in the other direction: reads the payments of our paid or processing orders that Stripe
 * did not list.
 */
async function compareOrders(
  run: Run,
  { from, until }: CreationPeriod,
  compared: ReadonlySet<string>,
) {
  const orders = run.db
    .selectFrom("orders")
    .select("stripe_transaction_id as id")
    .where("stripe_transaction_id", "is not", null)
    .$narrowType<{ id: string }>();
  const paid = await orders
    .where("payment_type", "=", "stripe_direct")
    .where("paid_at", ">=", from)
    .where("paid_at", "<", until)
    .execute();
  const processing = await orders.where("stripe_transaction_status", "=", "processing").execute();
  const look = (ids: { id: string }[], expected: readonly Difference[]) =>
    inOrder(
      ids.filter(({ id }) => !compared.has(id)),
      ({ id }) => proceed(run, () => compareAgain(run, { kind: "payment", id }, expected)),
    );
  await look(paid, ["paid_here_only", "sum_differs"]);
  await look(processing, ["still_processing"]);
}

async function inOrder<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  for (const item of items) await work(item);
}

/**
 * Reads an object at Stripe again, and opens a review of its difference if that is in `expected`.
 * Closes the object’s other open differences.
 */
async function compareAgain(run: Run, thing: StripeObjectKey, expected: readonly Difference[]) {
  return compareObject(run, await readStripeObject(thing), expected);
}

async function compareObject(run: Run, object: StripeObject, expected: readonly Difference[]) {
  const { found, gone } = await inTransaction(run.db, async (trx) => {
    const record = await readOrderRecord(trx, object, { lock: true });
    if (record.own_refund) await advanceRefund(trx, record.own_refund.id, object);
    const difference = findDifference(object, record, run.now);
    const closed = await closeResolvedReviews(trx, object.id, difference);
    if (!difference || !expected.includes(difference)) return { found: false, gone: closed };
    const isNew = await flagForReview(trx, {
      order_id: record.order?.id ?? null,
      group_id: record.group_id,
      transaction_id: record.order?.transaction_id ?? null,
      reason: difference,
      stripe_transaction_id: object.id,
      ...(object.kind !== "payment" && { stripe_payment_id: object.payment_id }),
      stripe_status: object.status,
      amount_pence: object.amount_pence,
      currency: object.currency,
      happened_at: object.begun_at,
    });
    return { found: isNew !== null, gone: closed };
  });
  run.counts.found += Number(found);
  run.counts.gone += gone;
}

/**
 * Compares a refund with our record as soon as Stripe reports the refund, so that the customer does
 * not wait until night to see it.
 * @throws VendorError
 */
export async function compareRefund(db: Db, id: string): Promise<void> {
  await compareAgain(newRun(db), { kind: "refund", id }, OF_REFUNDS);
}

const OF_REFUNDS: readonly Difference[] = ["refunded", "refund_failed"];

/** Records a refund as Stripe has just returned it, like compareRefund. */
export async function recordRefund(db: Db, refund: ReturnedPayment): Promise<void> {
  await compareObject(newRun(db), asMoneyBack("refund", refund), OF_REFUNDS);
}

/**
 * Records all refunds of a payment, so that we know those made in Stripe’s dashboard.
 * @throws VendorError
 */
export async function recordRefundsOf(db: Db, stripe_payment_id: string): Promise<void> {
  for (const refund of await listRefundsOfPayment(stripe_payment_id))
    await recordRefund(db, refund);
}

function newRun(db: Db): Run {
  return { db, now: new Date(), counts: { compared: 1, found: 0, gone: 0 }, failures: [] };
}

async function readOrderRecord(db: Db, object: StripeObject, { lock = false } = {}) {
  const { order_id, payment_id } = object;
  const query = db
    .selectFrom("orders")
    .select(["id", "transaction_id", "payment_type", "total_amount_pence"])
    .select(["stripe_transaction_id", "paid_at", "review", "updated_at"])
    .$if(lock, (orders) => orders.forUpdate());
  const named = isObjectId(order_id)
    ? await query.where("id", "=", order_id).executeTakeFirst()
    : await query.where("stripe_transaction_id", "=", payment_id).executeTakeFirst();
  const own_refund = object.kind === "refund" ? await findOwnRefund(db, object) : null;
  return {
    order: named ?? null,
    group_id: named ? null : await findGroupPaidWith(db, payment_id),
    is_misfit: await hasMisfit(db, payment_id ?? object.id),
    own_refund,
    is_own_refund: own_refund !== null,
  };
}

/** Finds the group of new homes that a payment is for. Returns null for other payments. */
async function findGroupPaidWith(db: Db, payment_id: string | null): Promise<string | null> {
  const group = await db
    .selectFrom("transaction_groups")
    .select("id")
    .where("stripe_transaction_id", "=", payment_id)
    .executeTakeFirst();
  return group?.id ?? null;
}

function kindOf(reason: string, id: string): StripeObject["kind"] {
  if (reason === "refunded" || reason === "refund_failed") return "refund";
  if (reason === "disputed") return "dispute";
  return id.startsWith("cs_") ? "page" : "payment";
}
