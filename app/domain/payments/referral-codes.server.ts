import { sql } from "kysely";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { CODE_NOT_VALID, isUsable } from "#app/domain/invitations/referral-codes.server.ts";
import { completeInvitation } from "#app/domain/invited-matters/invited-matters.server.ts";
import { NOTHING_PAID, requireNotRestored } from "#app/domain/restorations/restorations.server.ts";
import type { Db } from "#db/connection.ts";
import { cancelOpenPayment } from "./at-stripe.server.ts";
import { homeWithUsError, takeHome } from "./home-with-us.server.ts";
import { alreadyPaidError } from "./open-payments.server.ts";
import { readOrder, type SellerSaleIds } from "./orders.server.ts";
import { isSettled } from "./payment-status.ts";

/**
 * Pays for a sale with a code (E-031, AMB-E07): its order becomes a paid invoice of nothing, and the event is recorded,
 * so that every rule of completeness agrees. What is open at Stripe is called off by a job. A second time changes
 * nothing. The order must exist.
 *
 * @param trx the order's row stays locked in it: a card payment cannot pass by.
 * @throws DomainError "Code not valid"; ConflictError when the sale has been paid for by card, or is about to be, and when
 *   the home is with us already.
 */
export async function payWithReferralCode(
  trx: Db,
  sale: SellerSaleIds,
  code: string,
): Promise<void> {
  await requireNotRestored(trx, NOTHING_PAID);
  const order = await lockOrder(trx, sale);
  if (order.code) return;
  if (isSettled(order) || order.stripe_transaction_status === "processing") {
    throw alreadyPaidError();
  }
  // Of two who take the last use at once, the second waits here and finds it gone.
  const used = await trx
    .updateTable("referral_codes")
    .set({ used_count: sql`used_count + 1` })
    .where("code", "=", code.trim())
    .where(isUsable)
    .returning("code")
    .executeTakeFirst();
  if (!used) throw new DomainError(CODE_NOT_VALID);
  if (await takeHome(trx, order)) throw homeWithUsError();

  await trx
    .updateTable("orders")
    .set({
      payment_type: "invoice",
      code: used.code,
      total_amount_pence: 0,
      stripe_transaction_id: null,
      stripe_transaction_status: "succeeded",
      stripe_checkout_session_id: null,
      paid_at: sql`now()`,
      payment_failed_at: null,
      payment_failure: null,
    })
    .where("id", "=", order.id)
    .execute();
  await recordEvent(trx, {
    transaction_id: sale.transaction_id,
    event_name: "referral_code_applied",
    author: "seller",
    author_id: sale.seller_id,
  });
  await completeInvitation(trx, { role: "sell", id: sale.transaction_id });
  await cancelOpenPayment(trx, order);
  const seller = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", sale.seller_id)
    .executeTakeFirstOrThrow();
  await queueEmail(trx, {
    name: "payment_received",
    recipient: seller.email,
    transaction_id: sale.transaction_id,
    user_id: sale.seller_id,
    props: { order_id: order.id },
    dedupe_key: `payment_received:${order.id}`,
  });
}

/**
 * The sale of this seller that a code has paid for (AMB-E06): the one named, otherwise the newest.
 *
 * @returns its id, or null.
 */
export async function salePaidWithCode(
  db: Db,
  { transaction_id, seller_id }: { transaction_id: string | undefined; seller_id: string },
): Promise<string | null> {
  if (transaction_id !== undefined && !isObjectId(transaction_id)) return null;
  const order = await db
    .selectFrom("orders")
    .innerJoin("transactions", "transactions.id", "orders.transaction_id")
    .select("orders.transaction_id")
    .where("transactions.seller_id", "=", seller_id)
    .where("orders.code", "is not", null)
    .where("orders.paid_at", "is not", null)
    .$if(transaction_id !== undefined, (query) =>
      query.where("orders.transaction_id", "=", transaction_id ?? ""),
    )
    .orderBy("transactions.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return order?.transaction_id ?? null;
}

async function lockOrder(trx: Db, sale: SellerSaleIds) {
  const { id } = await readOrder(trx, sale);
  return trx
    .selectFrom("orders")
    .select([
      "id",
      "transaction_id",
      "code",
      "paid_at",
      "review",
      "stripe_transaction_id",
      "stripe_transaction_status",
      "stripe_checkout_session_id",
    ])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
