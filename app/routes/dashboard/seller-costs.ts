import { longDate } from "#app/domain/fields/dates.ts";
import { formatPence } from "#app/domain/fields/money.ts";
import { orderRows, summarise } from "#app/domain/payments/summary.ts";

type Order = {
  code: string | null;
  paid_at: Date | string | null;
  refunded_pence?: number | null;
  refunded_at?: Date | string | null;
  items: readonly { product_name: string; product_price_pence: number }[];
};

/** What a seller has been charged, with VAT, for a price table; null when nothing was ordered. */
export function chargedCosts(order: Order | null) {
  if (!order) return null;
  const { total_pence } = summarise(order.items, { referred: order.code !== null });
  const rows = orderRows(order);
  const charged = {
    label: order.paid_at ? "Paid, including VAT" : "To pay, including VAT",
    amount: formatPence(total_pence),
  };
  const { refunded_pence, refunded_at } = order;
  if (!refunded_pence || !refunded_at) return { rows, total: charged };
  return {
    rows: [...rows, charged],
    total: {
      label: `Refunded on ${longDate(refunded_at)}`,
      amount: formatPence(refunded_pence),
    },
  };
}
