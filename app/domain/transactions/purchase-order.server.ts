import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { DB } from "#db/types.d.ts";

/** Which of the purchases of a matter comes first, and by what number it is known: for queries of `purchase_intents`. */

/** Sorts the purchases of a matter: first the one that counts, which is the active one, else the newest (AMB-J01). */
export function activeElseNewest<Tables extends keyof DB, Row>(
  purchases: SelectQueryBuilder<DB, Tables, Row>,
): SelectQueryBuilder<DB, Tables, Row> {
  return purchases
    .orderBy(sql`purchase_intents.is_active`, "desc")
    .orderBy(sql`purchase_intents.created_at`, "desc")
    .orderBy(sql`purchase_intents.id`, "desc");
}

/** The number of a purchase in its matter, from 1: that of its creation, which stays (AMB-K09). For all of a matter's at once. */
export function purchaseNumber(): RawBuilder<number> {
  return sql<number>`(row_number() over (
    order by purchase_intents.created_at, purchase_intents.id))::int`;
}

/** Whether one of its purchases is the active one, in a query of `transactions`. */
export function hasActivePurchase(): RawBuilder<boolean> {
  return sql<boolean>`exists (select from purchase_intents
    where purchase_intents.transaction_id = transactions.id and purchase_intents.is_active)`;
}
