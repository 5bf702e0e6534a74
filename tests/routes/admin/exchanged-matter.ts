import type { Db } from "#db/connection.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** Changes a matter so that it has a value in every column of the list of matters. */
export async function fillListColumns(db: Db, id: string) {
  const address = await db
    .insertInto("addresses")
    .values({
      line_1: "7 Test Row",
      post_town: "York",
      postcode: "YO1 7HZ",
      country: "United Kingdom",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const firm = await db
    .insertInto("law_firms")
    .values({ name: "Able Law" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const groups = await db
    .insertInto("lawyer_groups")
    .values(["Able Sellers", "Able Buyers"].map((name) => ({ name, law_firm_id: firm.id })))
    .returning("id")
    .execute();
  const seller = await signIn(db);
  const matter = await db
    .updateTable("transactions")
    .set({
      seller_id: seller.id,
      type: "resale",
      asking_price_pounds: 450_000,
      seller_lawyer_group_id: groups[0]!.id,
      buyer_lawyer_group_id: groups[1]!.id,
      legals_started_at: new Date("2025-05-05T23:30:00Z"),
      tags: ["Priority", "Chain free"],
    })
    .where("id", "=", id)
    .returning(["id", "property_id"])
    .executeTakeFirstOrThrow();
  await db
    .updateTable("properties")
    .set({ address_id: address.id })
    .where("id", "=", matter.property_id)
    .execute();
  await db.deleteFrom("parties").where("transaction_id", "=", id).execute();
  await db
    .insertInto("parties")
    .values({
      ...person,
      kind: "seller",
      transaction_id: id,
      first_name: "Bea",
      middle_name: "Ann",
    })
    .execute();
  await db
    .deleteFrom("order_items")
    .using("orders")
    .whereRef("orders.id", "=", "order_id")
    .where("transaction_id", "=", id)
    .execute();
  await db.deleteFrom("orders").where("transaction_id", "=", id).execute();
  await db
    .insertInto("orders")
    .values({
      transaction_id: id,
      payment_type: "invoice",
      total_amount_pence: 0,
      stripe_transaction_status: "succeeded",
      paid_at: new Date(),
    })
    .execute();
  await addPurchases(db, matter);
  return matter;
}

const person = { last_name: "Byron", email: "bea@example.test", phone_number: "+447400123457" };

/**
 * Adds an active purchase, and a newer one that is not active. The list must show the active one
 * (AMB-J01).
 */
async function addPurchases(db: Db, matter: { id: string; property_id: string }) {
  await db
    .updateTable("purchase_intents")
    .set({ is_active: false })
    .where("transaction_id", "=", matter.id)
    .execute();
  const active = await signIn(db, { first_name: "Active", last_name: "Buyer" });
  const newer = await signIn(db, { first_name: "Newer", last_name: "Buyer" });
  const intent = await insertPurchase(db, matter, active.id, true);
  await insertPurchase(db, matter, newer.id, false);
  await db
    .updateTable("purchase_intents")
    .set({
      created_at: new Date("2025-01-01T00:00:00Z"),
      sale_agreed: "2025-01-01",
      exchanged: "2025-04-11",
      completed: "2025-05-02",
    })
    .where("id", "=", intent.id)
    .execute();
  const joint = { ...person, first_name: "Jo", last_name: "Joint" };
  await db
    .insertInto("parties")
    .values({ ...joint, kind: "buyer", purchase_intent_id: intent.id })
    .execute();
}
