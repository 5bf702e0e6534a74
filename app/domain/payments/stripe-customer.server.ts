import { createCustomer, updateCustomer, updateReceiptEmail } from "#app/clients/stripe.server.ts";
import { VendorError } from "#app/clients/vendor-error.ts";
import { fullName } from "#app/domain/people/person.ts";
import type { Db } from "#db/connection.ts";
import { attemptKey } from "./open-payments.server.ts";

/** A seller as Stripe knows them: whom it charges, and where its receipts go. */

/** The seller as a customer of Stripe's, made when they first pay (E-009, E-010). */
export async function stripeCustomer(
  db: Db,
  seller_id: string,
): Promise<{ customer: string; email: string }> {
  const user = await db
    .selectFrom("users")
    .select(["email", "first_name", "last_name", "stripe_customer_id"])
    .where("id", "=", seller_id)
    .executeTakeFirstOrThrow();
  if (user.stripe_customer_id) return { customer: user.stripe_customer_id, email: user.email };
  const customer = await createCustomer({
    email: user.email,
    name: fullName(user),
    metadata: { user_id: seller_id },
    idempotency_key: attemptKey("customer", seller_id),
  });
  await db
    .updateTable("users")
    .set({ stripe_customer_id: customer })
    .where("id", "=", seller_id)
    .where("stripe_customer_id", "is", null)
    .execute();
  return { customer, email: user.email };
}

/**
 * Tells Stripe of a name and an email that staff have put right: the seller's as its customer, and those of a card payment
 * that is still to be made. A page of Stripe's own that is open keeps what it was made with, for a day at most. Not to be
 * called within a transaction.
 *
 * @throws VendorError when Stripe does not answer: it is to be told again
 */
export async function correctStripeCustomer(db: Db, seller_id: string): Promise<void> {
  const user = await db
    .selectFrom("users")
    .select(["email", "first_name", "last_name", "stripe_customer_id"])
    .where("id", "=", seller_id)
    .executeTakeFirst();
  if (!user?.stripe_customer_id) return;
  const { email, stripe_customer_id } = user;
  await unlessRefused(updateCustomer(stripe_customer_id, { email, name: fullName(user) }));
  const open = await db
    .selectFrom("orders")
    .innerJoin("transactions", "transactions.id", "orders.transaction_id")
    .select((eb) => eb.ref("orders.stripe_transaction_id").$notNull().as("payment"))
    .where("transactions.seller_id", "=", seller_id)
    .where("orders.paid_at", "is", null)
    .where("orders.stripe_transaction_id", "is not", null)
    .execute();
  for (const { payment } of open) await unlessRefused(updateReceiptEmail(payment, email));
}

/** A customer that was deleted there, or a payment that was called off, needs no correction. */
async function unlessRefused(told: Promise<void>) {
  await told.catch((error: unknown) => {
    if (!(error instanceof VendorError) || error.kind !== "4xx") throw error;
  });
}
