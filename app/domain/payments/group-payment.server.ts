/** The payment of a group of new homes, which the developer made outside our service (AMB-E14). */

import { isIntentId, retrievePaymentIntent } from "#app/clients/stripe/client.server.ts";
import { nullIfNotFound, VendorError } from "#app/clients/vendor-error.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { recordRefundsOf } from "./reconcile.server.ts";

const NO_ANSWER =
  "Stripe isn’t answering, so we can’t tell what is left of the group’s payment. Try again in a few minutes.";

/**
 * Reads the payment of a matter’s group from Stripe the first time, and stores its amount and the
 * refunds made in Stripe. Later refunds reach us by webhook and every night, as for other payments.
 * Does nothing for other matters. Must not be called within a database transaction.
 * @throws NotFoundError for a malformed id; ConflictError if Stripe has not taken the payment;
 * DomainError if Stripe does not answer
 */
export async function storeGroupPayment(db: Db, transaction_id: string): Promise<void> {
  requireTransactionId(transaction_id);
  const group = await db
    .selectFrom("transaction_groups")
    .innerJoin("transactions", "transactions.group_id", "transaction_groups.id")
    .where("transactions.id", "=", transaction_id)
    .where("paid_pence", "is", null)
    .where("stripe_transaction_id", "is not", null)
    .select(["transaction_groups.id", "stripe_transaction_id as payment_id"])
    .$narrowType<{ payment_id: string }>()
    .executeTakeFirst();
  if (!group) return;
  try {
    const paid_pence = await readAmount(group.payment_id);
    await recordRefundsOf(db, group.payment_id);
    await db
      .updateTable("transaction_groups")
      .set({ paid_pence })
      .where("id", "=", group.id)
      .execute();
  } catch (cause) {
    throw cause instanceof VendorError ? new DomainError(NO_ANSWER, 503, { cause }) : cause;
  }
}

async function readAmount(payment_id: string): Promise<number> {
  const intent = isIntentId(payment_id)
    ? await nullIfNotFound(retrievePaymentIntent(payment_id))
    : null;
  if (intent?.status === "succeeded" && intent.currency === "gbp") {
    return intent.amount_received_pence;
  }
  throw new ConflictError(
    `Stripe hasn’t taken the group’s payment ${payment_id} in pounds. Check the payment in Stripe.`,
  );
}
