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

export type RefundStatus = Selectable<DB["refunds"]>["status"];

/** A payment that can be refunded, in pence. */
export type RefundablePayment = {
  payment_id: string;
  paid_pence: number;
  /** Part that has not been refunded, neither by us nor in Stripe, and is not being refunded. */
  left_pence: number;
};

/**
 * Lists the card payments of a matter, with what is left of each: the payment of its order, then
 * those that did not match the order. The caller must record the view.
 */
export async function listRefundablePayments(
  db: Db,
  _reader: StaffReader | ServiceReader,
  transaction_id: string,
): Promise<RefundablePayment[]> {
  // A refund without a payment dates from before 0116, when only orders’ payments were refunded.
  const { rows } = await sql<RefundablePayment>`
    with matter_order as (select * from orders where transaction_id = ${transaction_id}),
    taken as (
      select stripe_transaction_id as payment_id, total_amount_pence as paid_pence, paid_at as at
      from matter_order
      where paid_at is not null and payment_type = 'stripe_direct'
        and stripe_transaction_id is not null and total_amount_pence > 0
      union all
      select review.stripe_transaction_id, review.amount_pence, review.created_at
      from payment_reviews as review join matter_order on matter_order.id = review.order_id
      where review.reason in (${sql.join(MISFITS)}) and review.stripe_status = 'succeeded'
        and review.currency = 'gbp' and review.amount_pence > 0
    ),
    given_back as (
      select stripe_payment_id as payment_id, amount_pence
      from refunds join matter_order on matter_order.id = refunds.order_id
      where status in ('sending', 'pending', 'succeeded')
      union all
      select coalesce(review.stripe_payment_id, matter_order.stripe_transaction_id),
        review.amount_pence
      from payment_reviews as review join matter_order on matter_order.id = review.order_id
      where review.reason = 'refunded' and review.closed_at is null
    )
    select payment_id, paid_pence, greatest(0, paid_pence - coalesce((
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
 * event is recorded and the seller who paid is emailed. Idempotent in any sequence of calls.
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
  const { transaction_id } = refund;
  const comments = formatPence(refund.amount_pence);
  if (status === "failed") {
    await recordEvent(trx, {
      transaction_id,
      event_name: "refund_failed",
      author: "system",
      comments: `${comments}. The money came back to our Stripe account.`,
    });
  } else if (isNew) {
    await recordEvent(trx, {
      transaction_id,
      event_name: "refund_made",
      author: "system",
      comments,
    });
    await queueEmail(trx, {
      email: paymentRefundedEmail,
      recipient: refund.email,
      transaction_id,
      user_id: refund.seller_id,
      props: { refund_id: id },
      dedupe_key: `${paymentRefundedEmail.name}:${id}`,
    });
  }
}

/**
 * Stores that Stripe has refused a refund, with an event. Does nothing if the refund has been
 * answered since.
 */
export async function markRefused(
  trx: Db,
  id: string,
  refusal: { code: string; text: string },
): Promise<void> {
  const { status, amount_pence, transaction_id } = await lockRefund(trx, id);
  if (status !== "sending") return;
  await trx
    .updateTable("refunds")
    .set({ status: "refused", refusal_code: refusal.code, answered_at: sql`now()` })
    .where("id", "=", id)
    .execute();
  await recordEvent(trx, {
    transaction_id,
    event_name: "refund_failed",
    author: "system",
    comments: `${formatPence(amount_pence)}. ${refusal.text}`,
  });
}

function lockRefund(trx: Db, id: string) {
  return trx
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.order_id")
    .innerJoin("transactions", "transactions.id", "orders.transaction_id")
    .innerJoin("users", "users.id", "transactions.seller_id")
    .select(["refunds.status", "refunds.amount_pence", "orders.transaction_id"])
    .select(["transactions.seller_id", "users.email"])
    .where("refunds.id", "=", id)
    .forUpdate("refunds")
    .executeTakeFirstOrThrow();
}
