import { type RawBuilder, sql } from "kysely";

/**
 * Neither completed nor aborted (AMB-D02), in a query that has `transactions` in its FROM. Aborted is a sale whose
 * purchase that counts, the active one or else the newest (AMB-J01), is aborted: when staff activate another, the sale
 * goes on (AMB-K12).
 */
export function saleIsOpen(): RawBuilder<boolean> {
  return sql<boolean>`(
    not exists (select from purchase_intents i
      where i.transaction_id = transactions.id and i.completed is not null)
    and (select i.aborted from purchase_intents i where i.transaction_id = transactions.id
      order by i.is_active desc, i.created_at desc, i.id desc limit 1) is null)`;
}
