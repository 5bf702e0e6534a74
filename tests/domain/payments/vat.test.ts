import { expect, test } from "vitest";
import { splitVat } from "#app/domain/payments/costs.ts";

test.each([
  // Columns: gross, net, VAT.
  [24_000, 20_000, 4_000],
  [48_000, 40_000, 8_000],
  [0, 0, 0],
  [1, 1, 0],
  [3, 3, 0], // 2.5 is rounded up.
  [4, 3, 1],
  [9_999, 8_333, 1_666], // 8332.5 is rounded up.
  [54_000, 45_000, 9_000],
])(
  "a payment of %i pence including VAT is split into %i and %i (W-007, W-008)",
  (gross_pence, net_pence, vat_pence) => {
    expect(splitVat(gross_pence)).toEqual({ net_pence, vat_pence });
    expect(net_pence + vat_pence).toBe(gross_pence);
  },
);
