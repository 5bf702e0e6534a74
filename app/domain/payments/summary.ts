import { splitVat } from "./vat.ts";

/** The payment summary, in pence (E-002 to E-005): subtotal without VAT, VAT, discount with VAT, total to pay. */
export type PaymentSummary = {
  subtotal_pence: number;
  vat_pence: number;
  discount_pence: number;
  total_pence: number;
};

/**
 * Sums up what is ordered. A referral code takes everything off (E-028, AMB-E03).
 *
 * @param items prices in pence, VAT included.
 */
export function summarise(
  items: readonly { product_price_pence: number }[],
  { referred }: { referred: boolean },
): PaymentSummary {
  const gross = items.reduce((sum, item) => sum + item.product_price_pence, 0);
  const { net_pence, vat_pence } = splitVat(gross);
  const discount_pence = referred ? gross : 0;
  return {
    subtotal_pence: net_pence,
    vat_pence,
    discount_pence,
    total_pence: gross - discount_pence,
  };
}
