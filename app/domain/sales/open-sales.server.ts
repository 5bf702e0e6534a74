import { expressionBuilder, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { PAYMENT_EVENTS } from "#app/domain/events/catalogue.ts";
import { ADDRESS_LINES, ukPostcode } from "#app/domain/fields/address.server.ts";
import { addressLine } from "#app/domain/fields/address.ts";
import { isSameHome } from "#app/domain/properties/properties.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { activeElseNewest } from "#app/domain/transactions/matter-parts.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/**
 * Neither completed nor aborted (AMB-D02), in a query that has `transactions` in its FROM. Aborted is a sale whose
 * purchase that counts, the active one or else the newest (AMB-J01), is aborted: when staff activate another, the sale
 * continues (AMB-K12).
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
  return sql<boolean>`(not exists ${completed} and ${aborted} is null)`;
}

/**
 * A sale is complete when it has been paid for or a referral code covers it: such an event is on record, or the status
 * of its order is succeeded (E-037 to E-039). A sale has one order at most (AMB-E12). Its representative has nothing to
 * do or to pay for a unit of a development, which staff have made (AMB-P05).
 *
 * For a query that has `transactions` in its FROM.
 */
export function saleIsCompleteSql(): RawBuilder<boolean> {
  return sql<boolean>`(
    transactions.type = 'development'
    or exists (select from events where events.transaction_id = transactions.id
      and events.event_name in (${sql.join(PAYMENT_EVENTS)}))
    or exists (select from orders where orders.transaction_id = transactions.id
      and orders.stripe_transaction_status = 'succeeded'))`;
}

/** The field and its button (D-010, D-012). */
export const lookupForm = z.object({
  postcode: z
    .string({ error: "Required" })
    .refine((typed) => typed.trim() !== "", "Required")
    .pipe(ukPostcode()),
});

/** The homes of a postcode are not sold as often; a list is bounded all the same. */
const MAX_SALES = 1_000;

/**
 * Our own properties with that postcode that others sell (D-017, AMB-D02), in the order of their addresses. A home that
 * is for sale more than once is listed once, with the sale that a purchase of it joins.
 *
 * @param search.postcode as it is written: "LS1 1AA".
 * @param search.buyer_id who looks: what they sell themselves is left out.
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

/** "2 High Street" comes before "10 High Street". */
const byNumberAndName = new Intl.Collator("en-GB", { numeric: true });

/** The open sale of a property that a purchase of it joins (AMB-D02); null when there is none any more. */
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
 * The sales that a purchase can join: their sellers have accepted the terms. Those that are complete come first, the
 * earliest of them before the others: no one takes a listing over by typing its address into a sale of their own. Of
 * those that are not, the newest is the one that a person is at.
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
