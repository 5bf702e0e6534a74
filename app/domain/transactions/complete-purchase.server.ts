import { type RawBuilder, sql } from "kysely";
import type { EventName } from "#app/domain/events/catalogue.ts";

/** Event with which a buyer’s onboarding ends. */
export const COMPLETING_EVENT = "purchase_intent_success_email_sent" satisfies EventName;

/**
 * Builds an SQL condition on `purchase_intents`: true if the buyer has confirmed the purchase or it
 * is active (E-040, E-041).
 */
export function purchaseIsCompleteSql(): RawBuilder<boolean> {
  return sql<boolean>`(
    purchase_intents.is_active
    or exists (select from events where events.purchase_intent_id = purchase_intents.id
      and events.event_name = ${COMPLETING_EVENT}))`;
}
