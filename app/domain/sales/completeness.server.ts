import { type RawBuilder, sql } from "kysely";
import { PAYMENT_EVENTS } from "#app/domain/events/catalogue.ts";

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

/** How far a sale is on its way through the steps: for a query that has `transactions` in its FROM. */
export function selectSaleProgress() {
  return [
    sql<boolean>`(transactions.terms_accepted_at is not null)`.as("terms_accepted"),
    saleIsCompleteSql().as("complete"),
  ] as const;
}
