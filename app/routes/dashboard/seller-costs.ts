import { formatPence } from "#app/domain/fields/money.ts";
import { summarise } from "#app/domain/payments/summary.ts";

type Order = {
  code: string | null;
  paid_at: Date | string | null;
  items: readonly { product_name: string; product_price_pence: number }[];
};

/** What a seller has been charged, with VAT, for a price table; null when nothing was ordered. */
export function chargedCosts(order: Order | null) {
  if (!order) return null;
  const { discount_pence, total_pence } = summarise(order.items, { referred: order.code !== null });
  const items = order.items.map((item) => ({
    label: item.product_name,
    amount: formatPence(item.product_price_pence),
  }));
  const discount = order.code
    ? [{ label: "Referral code", hint: order.code, amount: formatPence(-discount_pence) }]
    : [];
  return {
    rows: [...items, ...discount],
    total: {
      label: order.paid_at ? "Paid, including VAT" : "To pay, including VAT",
      amount: formatPence(total_pence),
    },
  };
}
