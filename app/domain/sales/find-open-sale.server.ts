import { lockPerson } from "#app/domain/people/lock-person.server.ts";
import { ADDRESS_LINES, type NewAddress } from "#app/domain/properties/addresses.server.ts";
import { isSameHome } from "#app/domain/properties/properties.server.ts";
import type { Db } from "#db/connection.ts";
import { saleIsCompleteSql } from "./completeness.server.ts";
import { saleIsOpen } from "./sale-is-open.server.ts";

/**
 * This seller's newest open sale of that home, or null: who types its address again goes on with it, as a buyer does who
 * chooses a property again. Until the transaction ends nobody begins another.
 */
export async function findOpenSaleForAddress(
  trx: Db,
  home: { seller_id: string; address: NewAddress },
) {
  await lockPerson(trx, home.seller_id);
  const sales = await trx
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .where("transactions.seller_id", "=", home.seller_id)
    .where(saleIsOpen())
    .select(["transactions.id", "transactions.property_id"])
    .select(["uprn", ...ADDRESS_LINES])
    .select(saleIsCompleteSql().as("complete"))
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc")
    .execute();
  const sale = sales.find((one) => isSameHome(one, home.address));
  return sale ? { id: sale.id, property_id: sale.property_id, complete: sale.complete } : null;
}
