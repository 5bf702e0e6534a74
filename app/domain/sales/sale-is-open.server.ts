import { expressionBuilder, type RawBuilder, sql } from "kysely";
import { PAYMENT_EVENTS } from "#app/domain/events/catalogue.ts";
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
