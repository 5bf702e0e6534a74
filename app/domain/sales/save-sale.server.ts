import type { Insertable } from "kysely";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/record-event.server.ts";
import { type NewPerson, replaceParties } from "#app/domain/people/parties.server.ts";
import {
  createProperty,
  type NewProperty,
  updateProperty,
} from "#app/domain/properties/properties.server.ts";
import { requireParts } from "#app/domain/required-parts.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/** What a seller says about a sale, all but the estate agent and the terms. */
export type NewSale = Pick<
  Insertable<DB["transactions"]>,
  | "customer_type"
  | "asking_price_pounds"
  | "has_mortgage"
  | "onward_purchase"
  | "is_using_foreign_currency"
  | "requires_mortgage_referral"
> & { property: NewProperty; additional_sellers: readonly NewPerson[] };

/**
 * Creates a resale with its property and people, and writes down that it exists (C-074). The agent's status is
 * pending until it is set (C-055).
 *
 * @throws DomainError "Something wrong with the validation" when a part is missing (C-066, C-067).
 */
export async function createSale(
  db: Db,
  seller_id: string,
  sale: NewSale,
): Promise<{ id: string; property_id: string }> {
  return inTransaction(db, async (trx) => {
    const property_id = await createProperty(trx, sale.property);
    const { id } = await trx
      .insertInto("transactions")
      .values({ type: "resale", seller_id, property_id, ...answersOf(sale) })
      .returning("id")
      .executeTakeFirstOrThrow();
    await replaceParties(trx, { kind: "seller", owner: id, people: sale.additional_sellers });
    await recordEvent(trx, {
      transaction_id: id,
      event_name: "transaction_created",
      author: "system",
    });
    return { id, property_id };
  });
}

/**
 * Changes a sale, its property and its people (C-075); neither its agent nor its terms.
 *
 * @throws NotFoundError "Transaction not found" when there is none of this seller's under that id; ConflictError when it
 *   would become the sale of another home although somebody is buying this one; and as createSale.
 */
export async function updateSale(
  db: Db,
  target: { id: string; seller_id: string },
  sale: NewSale,
): Promise<{ id: string; property_id: string }> {
  return inTransaction(db, async (trx) => {
    await keepHomeOfBuyers(trx, target, sale.property.address);
    const updated = await trx
      .updateTable("transactions")
      .set((eb) => ({ ...answersOf(sale), version: eb("version", "+", 1) }))
      .where("id", "=", target.id)
      .where("seller_id", "=", target.seller_id)
      .returning(["id", "property_id"])
      .executeTakeFirstOrThrow();
    await updateProperty(trx, updated.property_id, sale.property);
    await replaceParties(trx, {
      kind: "seller",
      owner: updated.id,
      people: sale.additional_sellers,
    });
    return updated;
  });
}

/**
 * A home that somebody is buying stays where it is. The sale is locked, so that nobody begins to buy it meanwhile.
 *
 * @throws NotFoundError and ConflictError, as updateSale.
 */
async function keepHomeOfBuyers(
  trx: Db,
  target: { id: string; seller_id: string },
  address: NewProperty["address"],
): Promise<void> {
  const before = await trx
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(["line_1", "postcode", "uprn"])
    .where("transactions.id", "=", target.id)
    .where("transactions.seller_id", "=", target.seller_id)
    .forUpdate("transactions")
    .executeTakeFirstOrThrow(() => new NotFoundError("Transaction not found"));
  const stays =
    address.line_1 === before.line_1 &&
    (address.postcode ?? null) === before.postcode &&
    (address.uprn ?? null) === before.uprn;
  if (stays) return;
  const purchase = await trx
    .selectFrom("purchase_intents")
    .select("id")
    .where("transaction_id", "=", target.id)
    .limit(1)
    .executeTakeFirst();
  if (purchase) {
    throw new ConflictError(
      "Somebody is buying this property. Please contact support to change its address",
    );
  }
}

function answersOf(sale: NewSale) {
  requireParts(sale, [
    "customer_type",
    "onward_purchase",
    "has_mortgage",
    "is_using_foreign_currency",
  ]);
  return {
    customer_type: sale.customer_type,
    asking_price_pounds: sale.asking_price_pounds,
    has_mortgage: sale.has_mortgage,
    onward_purchase: sale.onward_purchase,
    is_using_foreign_currency: sale.is_using_foreign_currency,
    requires_mortgage_referral: sale.requires_mortgage_referral,
  };
}
