import { formatPence } from "#app/domain/fields/money.ts";
import { summarise } from "#app/domain/payments/summary.ts";

type Order = {
  code: string | null;
  paid_at: Date | string | null;
  items: readonly { product_name: string; product_price_pence: number }[];
};

/** What was ordered, and what a referral code takes off it (E-029): the rows of a price table. */
export function orderRows({ code, items }: Pick<Order, "code" | "items">) {
  const rows = items.map((item) => ({
    label: item.product_name,
    amount: formatPence(item.product_price_pence),
  }));
  if (code === null) return rows;
  const { discount_pence } = summarise(items, { referred: true });
  return [...rows, { label: "Referral code", hint: code, amount: formatPence(-discount_pence) }];
}

/** What a seller has been charged, with VAT, for a price table; null when nothing was ordered. */
export function chargedCosts(order: Order | null) {
  if (!order) return null;
  const { total_pence } = summarise(order.items, { referred: order.code !== null });
  return {
    rows: orderRows(order),
    total: {
      label: order.paid_at ? "Paid, including VAT" : "To pay, including VAT",
      amount: formatPence(total_pence),
    },
  };
}
