/** Refunds that staff make: what each payment has left, and how a refund proceeds at Stripe. */

import { type Selectable, sql } from "kysely";
import { recordEvent } from "#app/domain/events/events.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { paymentRefundedEmail } from "./emails.ts";
import { MISFITS } from "./labels.ts";
import { type PaidFor, paidSales } from "./paid-sales.server.ts";

export type RefundStatus = Selectable<DB["refunds"]>["status"];

/** A payment that can be refunded, in pence. */
export type RefundablePayment = PaidFor & {
  payment_id: string;
  paid_pence: number;
  /** Part that has not been refunded, neither by us nor in Stripe, and is not being refunded. */
  left_pence: number;
};

/**
 * Lists the payments of a matter, with what is left of each: the payment of its order, those that
 * did not match the order, and the payment of its group. The payment of a group is left out until
 * `storeGroupPayment` has read its amount. The caller must record the view.
 */
export async function listRefundablePayments(
  db: Db,
  _reader: StaffReader | ServiceReader,
  transaction_id: string,
): Promise<RefundablePayment[]> {
  // A refund without a payment dates from before 0116, when only orders’ payments were refunded.
  const { rows } = await sql<RefundablePayment>`
    with matter_order as (select * from orders where transaction_id = ${transaction_id}),
    matter_group as (
      select * from transaction_groups
      where id = (select group_id from transactions where id = ${transaction_id})
    ),
    taken as (
      select stripe_transaction_id as payment_id, id as order_id, null::object_id as group_id,
        total_amount_pence as paid_pence, paid_at as at
      from matter_order
      where paid_at is not null and payment_type = 'stripe_direct'
        and stripe_transaction_id is not null and total_amount_pence > 0
      union all
      select review.stripe_transaction_id, order_id, null, review.amount_pence, review.created_at
      from payment_reviews as review join matter_order on matter_order.id = review.order_id
      where review.reason in (${sql.join(MISFITS)}) and review.stripe_status = 'succeeded'
        and review.currency = 'gbp' and review.amount_pence > 0
      union all
      select stripe_transaction_id, null, id, paid_pence, created_at from matter_group
      where paid_pence is not null
    ),
    given_back as (
      select stripe_payment_id as payment_id, amount_pence from refunds
      where (order_id = (select id from matter_order) or group_id = (select id from matter_group))
        and status in ('sending', 'pending', 'succeeded')
      union all
      select stripe_payment_id, amount_pence from payment_reviews
      where group_id = (select id from matter_group)
        and reason = 'refunded' and closed_at is null
      union all
      select coalesce(review.stripe_payment_id, matter_order.stripe_transaction_id),
        review.amount_pence
      from payment_reviews as review join matter_order on matter_order.id = review.order_id
      where review.reason = 'refunded' and review.closed_at is null
    )
    select payment_id, order_id, group_id, paid_pence, greatest(0, paid_pence - coalesce((
        select sum(amount_pence) from given_back where given_back.payment_id = taken.payment_id
      ), 0))::integer as left_pence
    from taken order by at, payment_id`.execute(db);
  return rows;
}

/**
 * Finds the row of a refund at Stripe that we made, by its id or by the id in its metadata.
 * Returns null for a refund that was made in Stripe’s dashboard.
 */
export async function findOwnRefund(
  db: Db,
  refund: { id: string; refund_id?: string | undefined; payment_id: string | null },
): Promise<{ id: string } | null> {
  const { refund_id, payment_id } = refund;
  const row = await db
    .selectFrom("refunds")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("stripe_refund_id", "=", refund.id),
        ...(isObjectId(refund_id) && payment_id
          ? [eb.and([eb("id", "=", refund_id), eb("stripe_payment_id", "=", payment_id)])]
          : []),
      ]),
    )
    .executeTakeFirst();
  return row ?? null;
}

const FROM_STRIPE: Readonly<Record<string, RefundStatus>> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
};

/** A status replaces only one with a lower rank, so that messages may arrive in any order. */
const RANK: Record<RefundStatus, number> = {
  sending: 0,
  refused: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
};

/**
 * Stores the status of our refund at Stripe. The first time that Stripe has accepted the refund, an
 * event is recorded on each sale that the payment covers, and the seller who paid is emailed once.
 * Idempotent in any sequence of calls.
 */
export async function advanceRefund(
  trx: Db,
  id: string,
  stripe: { id: string; status: string },
): Promise<void> {
  const refund = await lockRefund(trx, id);
  const status = FROM_STRIPE[stripe.status];
  if (!status || RANK[status] <= RANK[refund.status]) return;
  const isNew = RANK[refund.status] === 0;
  await trx
    .updateTable("refunds")
    .set({
      status,
      stripe_refund_id: stripe.id,
      refusal_code: null,
      ...(isNew && { answered_at: sql`now()` }),
    })
    .where("id", "=", id)
    .execute();
  if (status === "failed") {
    await recordRefundEvents(trx, refund, {
      event_name: "refund_failed",
      outcome: "The money came back to our Stripe account.",
    });
  } else if (isNew) {
    await recordRefundEvents(trx, refund, { event_name: "refund_made" });
    const payer = await paidSales(trx, refund).executeTakeFirst();
    if (!payer) return;
    await queueEmail(trx, {
      email: paymentRefundedEmail,
      recipient: payer.email,
      transaction_id: payer.transaction_id,
      user_id: payer.seller_id,
      props: { refund_id: id },
      dedupe_key: `${paymentRefundedEmail.name}:${id}`,
    });
  }
}

/**
 * Stores that Stripe has refused a refund, with an event on each sale that the payment covers. Does
 * nothing if the refund has been answered since.
 */
export async function markRefused(
  trx: Db,
  id: string,
  refusal: { code: string; text: string },
): Promise<void> {
  const refund = await lockRefund(trx, id);
  if (refund.status !== "sending") return;
  await trx
    .updateTable("refunds")
    .set({ status: "refused", refusal_code: refusal.code, answered_at: sql`now()` })
    .where("id", "=", id)
    .execute();
  await recordRefundEvents(trx, refund, { event_name: "refund_failed", outcome: refusal.text });
}

/** Records an event about a refund on each sale that its payment covers. */
async function recordRefundEvents(
  trx: Db,
  refund: PaidFor & { amount_pence: number },
  event: { event_name: "refund_made" | "refund_failed"; outcome?: string },
) {
  const { event_name, outcome } = event;
  for (const { transaction_id, group_name } of await paidSales(trx, refund).execute()) {
    const amount = formatPence(refund.amount_pence);
    const what = group_name ? `${amount} of the payment for ${group_name}` : amount;
    const comments = outcome ? `${what}. ${outcome}` : what;
    await recordEvent(trx, { transaction_id, event_name, author: "system", comments });
  }
}

function lockRefund(trx: Db, id: string) {
  return trx
    .selectFrom("refunds")
    .select(["status", "amount_pence", "order_id", "group_id"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
