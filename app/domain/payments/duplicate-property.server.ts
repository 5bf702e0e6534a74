/**
 * No payment is taken for the sale of a property that another customer has already paid to sell
 * (AMB-D02).
 */

import { sql } from "kysely";
import { ConflictError } from "#app/domain/errors.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { isSameHome } from "#app/domain/properties/properties.server.ts";
import { saleIsCompleteSql, saleIsOpen } from "#app/domain/sales/open-sales.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { cancelOpenPayment } from "./compare-with-stripe.server.ts";
import { closeHomeWithUs, flagForReview } from "./payment-reviews.server.ts";
import { DUPLICATE_SALE } from "./labels.ts";

type OrderOfHome = { id: string; transaction_id: string };

/**
 * Returns true if another customer is already selling the order’s property through us. In that
 * case, opens a review about both sales; otherwise closes such a review.
 */
export async function hasActiveSaleElsewhere(db: Db, order: OrderOfHome): Promise<boolean> {
  const other = await findOtherSale(db, order.transaction_id);
  await inTransaction(db, async (trx) => {
    if (!other) return closeHomeWithUs(trx, order.id);
    await flagForReview(trx, {
      order_id: order.id,
      transaction_id: order.transaction_id,
      other_transaction_id: other,
      reason: DUPLICATE_SALE,
      stripe_transaction_id: null,
      stripe_status: null,
      amount_pence: null,
      currency: null,
    });
  });
  return other !== null;
}

/**
 * Throws if staff have ended the sale, or if another customer is already selling the property
 * through us. The payment page explains what to do.
 * @throws ConflictError
 */
export async function requireNoOtherSale(db: Db, { transaction_id }: OrderOfHome): Promise<void> {
  await requireNotEnded(db, { transaction_id });
  if (await findOtherSale(db, transaction_id)) throw homeWithUsError();
}

/** @throws ConflictError if staff have ended the sale */
export async function requireNotEnded(
  db: Db,
  { transaction_id }: Pick<OrderOfHome, "transaction_id">,
): Promise<void> {
  const ended = await db
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", transaction_id)
    .where("ended_on", "is not", null)
    .executeTakeFirst();
  if (ended) throw new ConflictError("Your sale has ended, so you don’t need to pay.");
}

export function homeWithUsError(): ConflictError {
  return new ConflictError("This property is already being sold through us.");
}

/**
 * Locks the property of a sale that is being paid for, and cancels open payments for other
 * customers’ sales of that property.
 * @returns the id of another customer’s paid sale of the property, or null
 */
export async function lockProperty(
  trx: Db,
  { transaction_id }: Pick<OrderOfHome, "transaction_id">,
): Promise<string | null> {
  const home = await readHome(trx, transaction_id);
  await lockHome(trx, home);
  const other = await findOtherSale(trx, transaction_id);
  if (other) return other;
  const open = await salesOfHome(trx, home)
    .innerJoin("orders", "orders.transaction_id", "transactions.id")
    .where("orders.paid_at", "is", null)
    .select(["stripe_transaction_id", "stripe_checkout_session_id"])
    .execute();
  for (const each of open) {
    if (isSameHome(each, home)) await cancelOpenPayment(trx, each);
  }
  return null;
}

/**
 * Sales of the same property share a postcode or a UPRN. The postcode is always locked first, to
 * avoid deadlocks.
 */
async function lockHome(trx: Db, home: Home): Promise<void> {
  for (const known of [home.postcode, home.uprn].filter(Boolean)) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`home:${known}`}, 0))`.execute(trx);
  }
}

/**
 * Finds another sale of the same property that is open and paid for, or that has completed since
 * `day`. Locks the property, so that no other sale of it can be paid for at the same time.
 * @param day such as "2026-11-30"
 * @returns the number of the matter; null if there is no such sale
 */
export async function findNewerSale(
  trx: Db,
  transaction_id: string,
  day: string,
): Promise<{ number: number; is_sold: boolean } | null> {
  const home = await readHome(trx, transaction_id);
  await lockHome(trx, home);
  const is_sold = sql<boolean>`exists (select from purchase_intents as bought
    where bought.transaction_id = transactions.id and bought.completed >= ${day})`;
  const sales = await homes(trx)
    .where("transactions.id", "<>", transaction_id)
    .where((eb) => eb.or([eb("postcode", "=", home.postcode), eb("uprn", "=", home.uprn)]))
    .where(saleIsCompleteSql())
    .where((eb) => eb.or([saleIsOpen(), is_sold]))
    .select(["transactions.number", is_sold.as("is_sold")])
    .orderBy(is_sold, "desc")
    .orderBy("transactions.id")
    .execute();
  return sales.find((sale) => isSameHome(sale, home)) ?? null;
}

/**
 * Returns another customer’s paid sale of the same home that has not ended, or null.
 * @param address address to look for, in place of the one that the sale has now
 */
export async function findOtherSale(
  db: Db,
  transaction_id: string,
  address?: Omit<Home, "id" | "seller_id">,
): Promise<string | null> {
  const home = { ...(await readHome(db, transaction_id)), ...address };
  const sales = await salesOfHome(db, home)
    .where(saleIsCompleteSql())
    .where(saleIsOpen())
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
  return sales.find((sale) => isSameHome(sale, home))?.id ?? null;
}

type Home = Awaited<ReturnType<typeof readHome>>;

function readHome(db: Db, transaction_id: string) {
  return homes(db).where("transactions.id", "=", transaction_id).executeTakeFirstOrThrow();
}

function salesOfHome(db: Db, { seller_id, postcode, uprn }: Home) {
  return homes(db)
    .where("transactions.seller_id", "<>", seller_id)
    .where((eb) => eb.or([eb("postcode", "=", postcode), eb("uprn", "=", uprn)]));
}

function homes(db: Db) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(["transactions.id", "transactions.seller_id", "uprn", ...ADDRESS_LINES]);
}
