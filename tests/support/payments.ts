import { sql } from "kysely";
import { type PaymentIntent, retrievePaymentIntent } from "#app/clients/stripe/client.server.ts";
import {
  getOrCreateOrder,
  readOrder,
  type SellerSaleIds,
} from "#app/domain/payments/orders.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { startCardPayment } from "#app/domain/payments/start-payment.server.ts";
import { acceptTerms } from "#app/domain/terms/acceptance.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { running } from "#mocks/running-doubles.ts";
import { pay } from "#mocks/stripe/pay.ts";
import { intents, type PaymentIntent as StripesIntent } from "#mocks/stripe/objects.ts";
import type { State } from "#mocks/state.ts";
import { readerId } from "#tests/support/readers.ts";
import { homeAddress, newSale } from "#tests/support/sales.ts";
import { readCookie } from "#tests/support/sign-in.ts";
import { createSale } from "#tests/support/create-matter.ts";

let madeHomes = 0;

export type AtPayment = { sale: SellerSaleIds; cookie: string; email: string };

/**
 * Returns a unique postcode, because payments for properties with the same postcode wait for each
 * other.
 */
export const uniquePostcode = () => ({
  postcode: `YO${Math.floor(++madeHomes / 9)} ${madeHomes % 9}HZ`,
});

/** Signs in a seller who has accepted the terms and not paid, by default with a unique property. */
export async function sellerAtPayment(
  db: Db,
  { terms = true, invitation, home }: { terms?: boolean; invitation?: string; home?: object } = {},
): Promise<AtPayment> {
  const email = `${crypto.randomUUID()}@example.test`;
  const livesAt = await db
    .insertInto("addresses")
    .values(homeAddress)
    .returning("id")
    .executeTakeFirstOrThrow();
  const seller = await db
    .insertInto("users")
    .values({
      email,
      first_name: "Sam",
      last_name: "Seller",
      active: true,
      correspondence_address_id: livesAt.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { property } = newSale();
  const uprn = String(++madeHomes);
  const address = { ...property.address, uprn, ...home };
  const { id } = await createSale(db, seller.id, newSale({ property: { ...property, address } }));
  const sale = { transaction_id: id, seller_id: readerId(seller.id) };
  if (terms) await acceptTermsBefore(db, sale);
  const cookie = await newSession(db, sale, invitation);
  return { sale, cookie, email };
}

/**
 * Accepts the terms and marks their email as sent, so that vendors’ faults affect only the tested
 * calls.
 */
function acceptTermsBefore(db: Db, sale: SellerSaleIds): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await acceptTerms(trx, sale);
    await sql`delete from graphile_worker._private_jobs where payload ->> 'email_log_id' in (
      select id from email_log where transaction_id = ${sale.transaction_id})`.execute(trx);
    await trx
      .updateTable("email_log")
      .set({ status: "sent" })
      .where("transaction_id", "=", sale.transaction_id)
      .execute();
  });
}

export function newSession(db: Db, sale: SellerSaleIds, invitation_id?: string): Promise<string> {
  return readCookie(db, { id: sale.seller_id, onboarding: { invitation_id } });
}

export async function orderRow(db: Db, sale: SellerSaleIds) {
  return db
    .selectFrom("orders")
    .selectAll()
    .where("transaction_id", "=", sale.transaction_id)
    .executeTakeFirstOrThrow();
}

export async function insertCode(
  db: Db,
  code: string,
  change: { active?: boolean; expires_at?: Date; max_uses?: number } = {},
) {
  await db
    .insertInto("referral_codes")
    .values({ code, label: code, ...change })
    .execute();
}

export async function changeIntent(state: State, id: string, changes: Partial<StripesIntent>) {
  const intent = await state.get(intents, id);
  if (!intent) throw new Error("There is no such payment");
  await state.put(intents, id, { ...intent, ...changes });
}

/** Returns a payment as Stripe reports it, by default a successful one for the sale’s order. */
export async function intentFor(
  db: Db,
  sale: SellerSaleIds,
  change: Partial<PaymentIntent> = {},
): Promise<PaymentIntent> {
  await getOrCreateOrder(db, sale);
  const order = await readOrder(db, sale);
  return {
    id: `pi_${crypto.randomUUID().replaceAll("-", "")}`,
    status: "succeeded",
    amount_pence: 24_000,
    amount_received_pence: 24_000,
    currency: "gbp",
    client_secret: null,
    customer: null,
    metadata: { order_id: order.id, transaction_id: order.transaction_id },
    last_error: null,
    livemode: false,
    created_at: new Date(),
    ...change,
  };
}

export async function emailNames(db: Db, sale: SellerSaleIds): Promise<string[]> {
  const rows = await db
    .selectFrom("email_log")
    .select("name")
    .where("transaction_id", "=", sale.transaction_id)
    .where("user_id", "=", sale.seller_id)
    .where("name", "<>", "seller_terms_accepted")
    .execute();
  return rows.map(({ name }) => name).sort();
}

/** Returns a sale’s payment reviews, each with the email to our team about it, if there is one. */
export async function listReviews(db: Db, sale: SellerSaleIds) {
  return db
    .selectFrom("payment_reviews")
    .innerJoin("orders", "orders.id", "payment_reviews.order_id")
    .leftJoin("email_log", (join) =>
      join
        .on(sql`email_log.props ->> 'payment_review_id'`, "=", sql.ref("payment_reviews.id"))
        .on("email_log.name", "=", "payment_review"),
    )
    .select(["payment_reviews.stripe_transaction_id", "payment_reviews.reason"])
    .select(["email_log.name as email", "email_log.recipient"])
    .where("orders.transaction_id", "=", sale.transaction_id)
    .orderBy("payment_reviews.created_at")
    .execute();
}

export async function codeUses(db: Db, code: string): Promise<number> {
  const row = await db
    .selectFrom("referral_codes")
    .select("used_count")
    .where("code", "=", code)
    .executeTakeFirstOrThrow();
  return row.used_count;
}

export async function queuedCancellations(db: Db): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'cancel-payment' order by jobs.id`.execute(db);
  return rows.map(({ payload }) => payload);
}

/** Empties the queue, as if a worker had run all jobs. */
export async function emptyQueue(db: Db): Promise<void> {
  await sql`truncate graphile_worker._private_jobs`.execute(db);
}

/** Pays for a sale by card at Stripe’s double, and records the payment as its webhook would. */
export async function payByCard(
  db: Db,
  state: State,
  number = "4242424242424242",
): Promise<AtPayment & { payment_id: string }> {
  const seller = await sellerAtPayment(db);
  const { client_secret } = await startCardPayment(db, seller.sale);
  const payment_id = client_secret.split("_secret_")[0] ?? "";
  const double = { state, ...running()!.world.stripe };
  const card = { number, expiry: "12/40", cvc: "123" };
  await pay(double, { intent_id: payment_id, card, return_url: "http://localhost:3000/yes" });
  const intent = await retrievePaymentIntent(payment_id);
  await inTransaction(db, (trx) => recordPayment(trx, intent));
  return { ...seller, payment_id };
}
