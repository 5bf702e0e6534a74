import { addressLine } from "#app/domain/properties/address.ts";
import { ADDRESS_LINES } from "#app/domain/properties/addresses.server.ts";
import { env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";

/**
 * What a buyer is told who has accepted the terms.
 *
 * @throws NoResultError when the purchase is gone
 */
export async function readPurchaseSuccess(
  db: Db,
  { purchase_intent_id }: { purchase_intent_id: string },
) {
  const purchase = await db
    .selectFrom("purchase_intents as i")
    .innerJoin("users as u", "u.id", "i.buyer_id")
    .innerJoin("properties as p", "p.id", "i.property_id")
    .innerJoin("addresses as a", "a.id", "p.address_id")
    .where("i.id", "=", purchase_intent_id)
    .select(["u.first_name", "i.transaction_id"])
    .select(ADDRESS_LINES)
    .executeTakeFirstOrThrow();
  return {
    first_name: purchase.first_name,
    property: addressLine(purchase),
    dashboard: new URL(paths.dashboard.buy(purchase.transaction_id), env.APP_URL).href,
  };
}
