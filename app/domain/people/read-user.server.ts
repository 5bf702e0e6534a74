import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { ADDRESS_LINES, selectAddress } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";
import { userNotFound } from "./refusals.ts";

export type User = Awaited<ReturnType<typeof readUser>>;

/**
 * Somebody who can sign in, as staff see them, with where they live. For staff: no owner narrows
 * it.
 *
 * @throws NotFoundError "No valid user ID provided" for what is no id, "User not found" for an id of nobody.
 */
export async function readUser(db: Db, id: string) {
  if (!isObjectId(id)) throw new NotFoundError("No valid user ID provided");
  return db
    .selectFrom("users")
    .select(["id", "type", "active", "deactivated_at", "created_at", "email", "phone_number"])
    .select(["first_name", "middle_name", "last_name"])
    .select(selectAddress("users.correspondence_address_id").as("address"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow(userNotFound);
}

/** What a user sells as the one who signed up, newest first. For staff. */
export async function listTransactionsByUser(db: Db, id: string) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select("transactions.id")
    .select(ADDRESS_LINES)
    .where("transactions.seller_id", "=", id)
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc")
    .execute();
}

/** What a user buys as the one who signed up, newest first, each with the matter it belongs to. For staff. */
export async function listPurchasesByUser(db: Db, id: string) {
  return db
    .selectFrom("purchase_intents")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(["purchase_intents.id", "purchase_intents.transaction_id"])
    .select(ADDRESS_LINES)
    .where("purchase_intents.buyer_id", "=", id)
    .orderBy("purchase_intents.created_at", "desc")
    .orderBy("purchase_intents.id", "desc")
    .execute();
}
