import {
  listDisputes,
  listOpenCheckoutSessions,
  listPaymentIntents,
  listRefunds,
  listTakenPayments,
  type Stretch,
} from "#app/clients/stripe/lists.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import {
  asMoneyBack,
  asPage,
  asPayment,
  type AtStripe,
  CALLED_OFF_WITHIN_MS,
  fetchFromStripe,
  findDifference,
  type StripeThing,
} from "./at-stripe.server.ts";
import {
  closeGone,
  hasMisfit,
  listOpenDifferences,
  putBeforeStaff,
} from "./payment-reviews.server.ts";
import type { Difference } from "./labels.ts";

/**
 * Compares what Stripe holds with what we hold, both ways. A difference is only kept when it is still there at a second
 * look, at Stripe and at the locked order: a payment may arrive at any moment of this. Nothing is repaired here, and no
 * order is changed. None of it is called within a transaction.
 */

/** Yesterday, and longer than any webhook is on its way, or a long weekend lasts. */
const LOOK_BACK_MS = 7 * 24 * 60 * 60 * 1_000;

/** How many things of Stripe's were compared; new differences; and differences that have gone. */
type Reconciled = { compared: number; found: number; gone: number };

type Run = { db: Db; now: Date; counts: Reconciled; failures: unknown[] };

/**
 * Finds what differs between Stripe and us, keeps it for staff, tells the team once of each, and closes what has gone.
 * May run as often as one likes, and side by side.
 *
 * @param since compares from then on, where that is longer ago than usual
 * @throws VendorError when Stripe does not answer, after everything else has been compared; what was found is kept
 */
export async function reconcilePayments(
  db: Db,
  now = new Date(),
  since = now,
): Promise<Reconciled> {
  const run: Run = { db, now, counts: { compared: 0, found: 0, gone: 0 }, failures: [] };
  const stretch = {
    from: new Date(Math.min(since.getTime(), now.getTime() - LOOK_BACK_MS)),
    until: new Date(now.getTime() - CALLED_OFF_WITHIN_MS),
  };
  const theirs = await listTheirs(stretch);
  run.counts.compared = theirs.length;
  for (const each of theirs) {
    await proceed(run, async () => {
      const difference = findDifference(each, await readOurs(db, each), now);
      if (difference) await lookAgain(run, each, [difference]);
    });
  }
  await compareOurs(run, stretch, new Set(theirs.map(({ id }) => id)));
  for (const { stripe_transaction_id: id, reason } of await listOpenDifferences(db)) {
    await proceed(run, () => lookAgain(run, { id, kind: kindOf(reason, id) }, []));
  }
  if (run.failures.length > 0) throw run.failures[0];
  return run.counts;
}

/** What is on its way to us at the moment that a backup is made is in neither. */
const BEFORE_MS = 60 * 60 * 1_000;

/**
 * What Stripe has told or tells of since a moment, and does not fit what we hold, the last hour included. Nothing is kept:
 * what is a moment old may come right by itself.
 *
 * @returns how many things of Stripe's were compared, and those that differ
 * @throws VendorError
 */
export async function listDifferences(db: Db, _reader: StaffReader, since: Date, now = new Date()) {
  const stretch = {
    from: new Date(since.getTime() - BEFORE_MS),
    until: new Date(now.getTime() + 60_000),
  };
  const theirs = await listTheirs(stretch);
  const found: (AtStripe & { difference: Difference })[] = [];
  for (const each of theirs) {
    const difference = findDifference(each, await readOurs(db, each), now);
    if (difference) found.push({ ...each, difference });
  }
  return { compared: theirs.length, found };
}

/** One that cannot be compared does not keep the others from it. */
async function proceed({ failures }: Run, work: () => Promise<void>) {
  await work().catch((error: unknown) => failures.push(error));
}

async function listTheirs(stretch: Stretch): Promise<AtStripe[]> {
  const taken = await listTakenPayments(stretch);
  const begun = await listPaymentIntents(stretch);
  const pages = await listOpenCheckoutSessions(stretch);
  const refunds = await listRefunds(stretch);
  const disputes = await listDisputes(stretch);
  return [
    ...taken.map(asPayment),
    // One that has succeeded is among those taken, unless that was a moment ago and is still on its way to us.
    ...begun.filter(({ status }) => status !== "succeeded").map(asPayment),
    ...pages.map(asPage),
    ...refunds.map((refund) => asMoneyBack("refund", refund)),
    ...disputes.map((dispute) => asMoneyBack("dispute", dispute)),
  ];
}

/** The other way round: what we take for paid, or for on its way, and Stripe has not told of. */
async function compareOurs(run: Run, { from, until }: Stretch, told: ReadonlySet<string>) {
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
      ids.filter(({ id }) => !told.has(id)),
      ({ id }) => proceed(run, () => lookAgain(run, { kind: "payment", id }, expected)),
    );
  await look(paid, ["paid_here_only", "sum_differs"]);
  await look(processing, ["still_processing"]);
}

async function inOrder<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  for (const item of items) await work(item);
}

/**
 * The second look, which decides.
 *
 * @param expected what the first look said, or may have said; anything else has just come up, and is left for the next run
 */
async function lookAgain(run: Run, thing: StripeThing, expected: readonly Difference[]) {
  const theirs = await fetchFromStripe(thing);
  const { found, gone } = await inTransaction(run.db, async (trx) => {
    const ours = await readOurs(trx, theirs, { lock: true });
    const difference = findDifference(theirs, ours, run.now);
    const closed = await closeGone(trx, theirs.id, difference);
    if (!difference || !expected.includes(difference)) return { found: false, gone: closed };
    const isNew = await putBeforeStaff(trx, {
      order_id: ours.order?.id ?? null,
      transaction_id: ours.order?.transaction_id ?? null,
      reason: difference,
      stripe_transaction_id: theirs.id,
      stripe_status: theirs.status,
      amount_pence: theirs.amount_pence,
      currency: theirs.currency,
      happened_at: theirs.begun_at,
    });
    return { found: isNew !== null, gone: closed };
  });
  run.counts.found += Number(found);
  run.counts.gone += gone;
}

/** Compares a refund as soon as Stripe tells of it: its customer may look at once. @throws VendorError */
export async function compareRefund(db: Db, id: string): Promise<void> {
  const counts = { compared: 1, found: 0, gone: 0 };
  await lookAgain({ db, now: new Date(), counts, failures: [] }, { kind: "refund", id }, [
    "refunded",
  ]);
}

/** The order that a thing of Stripe's names, or that holds its payment. */
async function readOurs(db: Db, theirs: AtStripe, { lock = false } = {}) {
  const { order_id, payment_id } = theirs;
  const query = db
    .selectFrom("orders")
    .select(["id", "transaction_id", "payment_type", "total_amount_pence"])
    .select(["stripe_transaction_id", "paid_at", "review", "updated_at"])
    .$if(lock, (orders) => orders.forUpdate());
  const named = isObjectId(order_id)
    ? await query.where("id", "=", order_id).executeTakeFirst()
    : await query.where("stripe_transaction_id", "=", payment_id).executeTakeFirst();
  return { order: named ?? null, is_misfit: await hasMisfit(db, payment_id ?? theirs.id) };
}

/** What the thing is that something was found about. */
function kindOf(reason: string, id: string): AtStripe["kind"] {
  if (reason === "refunded") return "refund";
  if (reason === "disputed") return "dispute";
  return id.startsWith("cs_") ? "page" : "payment";
}
