import { type RawBuilder, sql } from "kysely";
import { COMPLETING_EVENTS } from "./completeness.ts";

/** saleIsComplete, in a query that has `transactions` in its FROM. */
export function saleIsCompleteSql(): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from events where events.transaction_id = transactions.id
      and events.event_name in (${sql.join([...COMPLETING_EVENTS])}))
    or exists (select from orders where orders.transaction_id = transactions.id
      and orders.stripe_transaction_status = 'succeeded'))`;
}
