/** The event after which a purchase is complete (E-040). */
export const COMPLETING_EVENT = "purchase_intent_success_email_sent";

/** A purchase is complete when its success email is on record, or when staff have made it active (E-040, E-041). */
export function purchaseIsComplete(purchase: {
  events: readonly string[];
  is_active: boolean;
}): boolean {
  return purchase.is_active || purchase.events.includes(COMPLETING_EVENT);
}
