import { type RawBuilder, sql } from "kysely";
import { COMPLETING_EVENT } from "./completeness.ts";

/** purchaseIsComplete, in a query that has `purchase_intents` in its FROM. */
export function purchaseIsCompleteSql(): RawBuilder<boolean> {
  return sql<boolean>`(
    purchase_intents.is_active
    or exists (select from events where events.purchase_intent_id = purchase_intents.id
      and events.event_name = ${COMPLETING_EVENT}))`;
}
