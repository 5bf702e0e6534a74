/** Whether no more money is to come for an order: it is paid, or money has come that does not fit, until that is clear. */
export function isSettled(order: { paid_at: Date | null; review: string | null }): boolean {
  return order.paid_at !== null || order.review !== null;
}

/** Whether an amount that Stripe has taken is the order's: pence, of pounds. */
export function fitsOrder(
  taken: { amount_pence: number | null; currency: string | null },
  order: { total_amount_pence: number },
): boolean {
  return taken.amount_pence === order.total_amount_pence && taken.currency === "gbp";
}
