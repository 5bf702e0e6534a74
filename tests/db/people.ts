import type { Db } from "#db/connection.ts";
import { readerId } from "#tests/support/readers.ts";

/** Inserts a person with only the columns that the database requires. */
export async function insertPerson(db: Db, email: string) {
  const person = await db
    .insertInto("users")
    .values({ email, first_name: "Ada", last_name: "Byron" })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...person, id: readerId(person.id) };
}

export async function insertSale(db: Db, seller_id: string) {
  const address = await db
    .insertInto("addresses")
    .values({ line_1: "1 Arch Street", post_town: "Bath", country: "England" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const property = await db
    .insertInto("properties")
    .values({ address_id: address.id, tenure: "Freehold" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return await db
    .insertInto("transactions")
    .values({
      property_id: property.id,
      seller_id,
      customer_type: "individual_owner",
      asking_price_pounds: 300_000,
      has_mortgage: "no",
      onward_purchase: "no",
      is_using_foreign_currency: "no",
      requires_mortgage_referral: "not_sure",
    })
    .returning(["id", "property_id"])
    .executeTakeFirstOrThrow();
}

/** Inserts the order of a sale whose service fee was paid by card. */
export async function insertPaidOrder(db: Db, transaction_id: string) {
  await db
    .insertInto("orders")
    .values({
      transaction_id,
      payment_type: "stripe_direct",
      total_amount_pence: 24_000,
      stripe_transaction_status: "succeeded",
      paid_at: new Date(),
    })
    .execute();
}

export async function insertPurchase(
  db: Db,
  sale: { id: string; property_id: string },
  buyer_id: string,
  is_active: boolean,
) {
  return await db
    .insertInto("purchase_intents")
    .values({
      transaction_id: sale.id,
      property_id: sale.property_id,
      buyer_id,
      is_active,
      terms_accepted_at: new Date(),
      terms_version: "1",
      agreed_price_pounds: 290_000,
      ownership_type: "Sole",
      mortgage_required_for_purchase: "no",
      purchase_dependent_on_sale: "no",
      first_time_buyer: "yes",
      is_using_foreign_currency: "no",
      requires_mortgage_referral: "no",
      gifts: "no",
      sale_agreed: "2026-03-29",
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
