import { formatPence } from "#app/domain/fields/money.ts";
import { summarise } from "./summary.ts";

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
