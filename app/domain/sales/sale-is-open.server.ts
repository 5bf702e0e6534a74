import { expressionBuilder, type RawBuilder, sql } from "kysely";
import { activeElseNewest } from "#app/domain/transactions/matter-parts.server.ts";
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
