import { expect, test } from "vitest";
import { chargedCosts } from "#app/routes/dashboard/sell.tsx";

const order = {
  code: null,
  paid_at: "2026-11-20T10:00:00Z",
  items: [{ product_name: "Service fee", product_price_pence: 24_000 }],
  refunded_pence: null,
  refunded_at: null,
};

test("the seller’s costs show the amount paid, and any later refund with its date", () => {
  expect(chargedCosts(order)).toEqual({
    rows: [{ label: "Service fee", amount: "£240.00" }],
    total: { label: "Paid, including VAT", amount: "£240.00" },
  });
  const refunded = { refunded_pence: 24_000, refunded_at: "2026-11-22T10:00:00Z" };
  expect(chargedCosts({ ...order, ...refunded })).toEqual({
    rows: [
      { label: "Service fee", amount: "£240.00" },
      { label: "Paid, including VAT", amount: "£240.00" },
    ],
    total: { label: "Refunded on 22 November 2026", amount: "£240.00" },
  });
});
