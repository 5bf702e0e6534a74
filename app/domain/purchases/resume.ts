/** Where an incomplete purchase goes on (F-019, F-020); `null` when there is nothing left to do. */
export function resumePurchaseAt(purchase: {
  terms_accepted: boolean;
  complete: boolean;
}): "terms-and-conditions" | "whats-included" | null {
  if (purchase.complete) return null;
  return purchase.terms_accepted ? "whats-included" : "terms-and-conditions";
}
