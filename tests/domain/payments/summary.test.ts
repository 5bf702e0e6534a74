import { describe, expect, test } from "vitest";
import { formatPence } from "#app/domain/shared/money.ts";
import { PAYMENT_FALLBACK, paymentStatusText } from "#app/domain/payments/payment-status.ts";
import { summarise } from "#app/domain/payments/costs.ts";

const fee = { product_price_pence: 24_000 };
const pack = { product_price_pence: 48_000 };

describe("the payment summary (E-002, E-003, E-004, E-005, E-028, E-029, W-007, W-008)", () => {
  test.each([
    ["the fee", [fee], false, ["£200.00", "£40.00", "£0.00", "£240.00"]],
    ["the fee with a referral code", [fee], true, ["£200.00", "£40.00", "£240.00", "£0.00"]],
    ["two items", [fee, pack], false, ["£600.00", "£120.00", "£0.00", "£720.00"]],
    [
      "two items with a referral code",
      [fee, pack],
      true,
      ["£600.00", "£120.00", "£720.00", "£0.00"],
    ],
    [
      "odd pennies",
      [{ product_price_pence: 9_999 }],
      false,
      ["£83.33", "£16.66", "£0.00", "£99.99"],
    ],
    ["nothing", [], false, ["£0.00", "£0.00", "£0.00", "£0.00"]],
  ] as const)("the payment summary sums up %s", (_what, items, referred, expected) => {
    const { subtotal_pence, vat_pence, discount_pence, total_pence } = summarise(items, {
      referred,
    });
    const shown = [subtotal_pence, vat_pence, discount_pence, total_pence].map(formatPence);
    expect(shown).toEqual(expected);
  });

  test.each([-1, -24_000, 0.5, NaN, Infinity])(
    "the payment summary rejects a price of %s pence (E-013)",
    (price) => {
      expect(() => summarise([{ product_price_pence: price }], { referred: false })).toThrow(
        RangeError,
      );
    },
  );
});

test.each([
  ["succeeded", "Payment succeeded!"], // E-023
  ["processing", "Your payment is processing."], // E-024
  ["requires_payment_method", "Your payment was not successful, please try again."], // E-025
  ["requires_confirmation", "Something went wrong."], // E-026
  ["requires_action", "Something went wrong."],
  ["requires_capture", "Something went wrong."],
  ["canceled", "Something went wrong."],
])("the payment status %s shows the text “%s” (E-023, E-024, E-025, E-026)", (status, text) => {
  expect(paymentStatusText(status)).toBe(text);
});

test("a failure without a message for customers has a fallback text (E-016)", () => {
  expect(PAYMENT_FALLBACK).toBe("An unexpected error occurred.");
});
