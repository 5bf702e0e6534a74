import { expressionBuilder, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { PAYMENT_EVENTS } from "#app/domain/events/catalogue.ts";
import { ADDRESS_LINES, ukPostcode } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isSameHome } from "#app/domain/properties/properties.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { activeElseNewest } from "#app/domain/transactions/matter-parts.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/**
 * Builds an SQL condition on `transactions`: true if staff have not ended the matter, no
 * purchase has completed, and the active purchase, or the newest if none is active, is not aborted
 * (AMB-D02, AMB-J01, AMB-K12).
 */
export function saleIsOpen(): RawBuilder<boolean> {
  const eb = expressionBuilder<DB, "transactions">();
  const purchases = eb
    .selectFrom("purchase_intents")
    .whereRef("purchase_intents.transaction_id", "=", "transactions.id");
  const aborted = purchases.select("purchase_intents.aborted").$call(activeElseNewest).limit(1);
  const completed = purchases
    .select("purchase_intents.id")
    .where("purchase_intents.completed", "is not", null);
  return sql<boolean>`(transactions.ended_on is null and not exists ${completed} and ${aborted} is null)`;
}

/**
 * Builds an SQL condition on `transactions`: true if the sale has been paid for, or is a unit of a
 * development, whose customers pay nothing (E-037 to E-039, AMB-E12, AMB-P05).
 */
export function saleIsCompleteSql(): RawBuilder<boolean> {
  return sql<boolean>`(transactions.type = 'development' or ${saleIsPaidSql()})`;
}

/**
 * Builds an SQL condition on `transactions`: true if the sale has been paid for, according to its
 * events or its order. The order of a unit is paid once its invoice is (AMB-E07).
 */
export function saleIsPaidSql(): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from events where events.transaction_id = transactions.id
      and events.event_name in (${sql.join(PAYMENT_EVENTS)}))
    or exists (select from orders where orders.transaction_id = transactions.id
      and orders.stripe_transaction_status = 'succeeded'))`;
}

/** Form of the buyer’s postcode lookup (D-010, D-012). */
export const lookupForm = z.object({
  postcode: z
    .string({ error: "Required" })
    .refine((typed) => typed.trim() !== "", "Required")
    .pipe(ukPostcode()),
});

const MAX_SALES = 1_000;

/**
 * Lists the properties with this postcode that other customers are selling, sorted by address
 * (D-017, AMB-D02). If a property has several sales, it is listed once, with the sale that a
 * purchase would belong to. `postcode` must be formatted, such as "LS1 1AA".
 */
export async function listPropertiesForSale(
  db: Db,
  { postcode, buyer_id }: { postcode: string; buyer_id: ReaderId },
): Promise<{ property_id: string; transaction_id: string; address: string }[]> {
  const sales = await openSales(db)
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .where("addresses.postcode", "=", postcode)
    .where("transactions.seller_id", "<>", buyer_id)
    .select(["transactions.property_id", "transactions.id as transaction_id"])
    .select(["uprn", ...ADDRESS_LINES])
    .limit(MAX_SALES)
    .execute();
  const homes: typeof sales = [];
  for (const sale of sales) {
    if (!homes.some((home) => isSameHome(home, sale))) homes.push(sale);
  }
  return homes
    .map(({ property_id, transaction_id, uprn: _, ...address }) => ({
      property_id,
      transaction_id,
      address: addressLine(address),
    }))
    .sort((one, other) => byNumberAndName.compare(one.address, other.address));
}

const byNumberAndName = new Intl.Collator("en-GB", { numeric: true });

/** Finds the open sale that a new purchase of a property belongs to, or null (AMB-D02). */
export async function findOpenSaleForProperty(
  db: Db,
  property_id: string,
): Promise<{ transaction_id: string; seller_id: string } | null> {
  const sale = await openSales(db)
    .where("transactions.property_id", "=", property_id)
    .select(["transactions.id as transaction_id", "transactions.seller_id"])
    .limit(1)
    .executeTakeFirst();
  return sale ?? null;
}

/**
 * Selects the sales that a purchase can belong to. Paid sales come first, the oldest of them at the
 * top, so that no one can take over a sale by entering the same address.
 */
function openSales(db: Db) {
  return db
    .selectFrom("transactions")
    .where("transactions.terms_accepted_at", "is not", null)
    .where(saleIsOpen())
    .orderBy(saleIsCompleteSql(), "desc")
    .orderBy((eb) =>
      eb.case().when(saleIsCompleteSql()).then(eb.ref("transactions.created_at")).end(),
    )
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc");
}
