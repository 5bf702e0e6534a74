import { formatPence } from "#app/domain/fields/money.ts";
import { splitVat } from "./costs.ts";

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

type Order = {
  code: string | null;
  items: readonly { product_name: string; product_price_pence: number }[];
};

export const CODE_ROW = "Referral code";

/** What was ordered, and what a referral code takes off it (E-029): the rows of a price table, for customers and staff. */
export function orderRows({ code, items }: Order) {
  const rows = items.map((item) => ({
    label: item.product_name,
    amount: formatPence(item.product_price_pence),
  }));
  if (code === null) return rows;
  const { discount_pence } = summarise(items, { referred: true });
  return [...rows, { label: CODE_ROW, hint: code, amount: formatPence(-discount_pence) }];
}
