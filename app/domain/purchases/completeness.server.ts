import { type RawBuilder, sql } from "kysely";
import type { EventName } from "#app/domain/events/catalogue.ts";

/** The event after which a purchase is complete (E-040). */
export const COMPLETING_EVENT = "purchase_intent_success_email_sent" satisfies EventName;

/**
 * A purchase is complete when its success email is on record, or when staff have made it active (E-040, E-041).
 *
 * For a query that has `purchase_intents` in its FROM.
 */
export function purchaseIsCompleteSql(): RawBuilder<boolean> {
  return sql<boolean>`(
    purchase_intents.is_active
    or exists (select from events where events.purchase_intent_id = purchase_intents.id
      and events.event_name = ${COMPLETING_EVENT}))`;
}

/** How far a purchase is on its way through the steps: for a query that has `purchase_intents` in its FROM. */
export function selectPurchaseProgress() {
  return [
    sql<boolean>`(purchase_intents.terms_accepted_at is not null)`.as("terms_accepted"),
    purchaseIsCompleteSql().as("complete"),
  ] as const;
}
