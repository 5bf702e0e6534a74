/** Events after which a sale is complete (E-037, E-038). */
export const COMPLETING_EVENTS = ["payment_successful", "referral_code_applied"] as const;

/**
 * A sale is complete when it has been paid for or a referral code covers it: such an event is on record, or the status
 * of its first order is succeeded (E-037 to E-039). A sale has one order at most (AMB-E12).
 */
export function saleIsComplete(sale: {
  events: readonly string[];
  first_order_status: string | null;
}): boolean {
  return (
    sale.first_order_status === "succeeded" ||
    COMPLETING_EVENTS.some((name) => sale.events.includes(name))
  );
}
