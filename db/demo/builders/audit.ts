import type { Rows, SeedRows } from "../seed-builder.ts";
import type { EventName } from "./history.ts";

const changes: Partial<Record<EventName, readonly string[]>> = {
  transaction_created: [],
  estate_agent_assigned: ["estate_agent_status", "estate_agent_id"],
  estate_agent_status_updated: ["estate_agent_status"],
  seller_terms_accepted: ["terms_accepted_at", "terms_version"],
  payment_successful: ["stripe_transaction_status", "paid_at"],
  purchase_intent_created: [],
  buyer_terms_accepted: ["terms_accepted_at", "terms_version"],
  purchase_intent_activated: ["is_active"],
  seller_solicitors_assigned: ["seller_lawyer_group_id"],
  buyer_solicitors_assigned: ["buyer_lawyer_group_id"],
  sale_agreed: ["sale_agreed"],
  exchanged: ["exchanged"],
  completed: ["completed"],
  aborted: ["aborted"],
  search_completed: ["status", "completion_date", "s3_document_key"],
};

const kinds = {
  system: "system",
  seller: "customer",
  buyer: "customer",
  admin: "admin",
  provider: "provider",
} as const;

export function addAudit(book: SeedRows) {
  const changedFields = new Map<string, readonly string[]>(Object.entries(changes));
  for (const event of book.rows.events) {
    const fields = changedFields.get(event.event_name);
    if (!fields) continue;
    book.rows.audit_log.push({
      ...(event.date_time && { at: event.date_time }),
      actor_id: event.author_id ?? null,
      actor_kind: kinds[event.author],
      action: event.event_name,
      subject_type: event.purchase_intent_id ? "purchase_intent" : "transaction",
      subject_id: event.purchase_intent_id ?? event.transaction_id,
      fields: [...fields],
    });
    addDate(book, event);
  }
}

const DATES = ["sale_agreed", "exchanged", "completed", "aborted"] as const;

/** Adds the date that an event recorded, as the triggers do. */
function addDate(book: SeedRows, event: Rows["events"][number]) {
  const field = DATES.find((name) => name === event.event_name);
  const purchase = book.rows.purchase_intents.find(({ id }) => id === event.purchase_intent_id);
  const date = field && purchase?.[field];
  if (!date) return;
  book.rows.changes.push({
    transaction_id: event.transaction_id,
    purchase_intent_id: event.purchase_intent_id ?? null,
    field,
    new_value: date,
    ...(event.date_time && { changed_at: event.date_time }),
  });
}
