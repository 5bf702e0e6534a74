/** A purchase within its matter: staff name both, and one of another matter is not found. */
export type PurchasePlace = { transaction_id: string; purchase_intent_id: string };
