import { describe, expect, test } from "vitest";
import {
  DIFFERENCES,
  heldBecause,
  DUPLICATE_SALE,
  MISFITS,
  paymentBadge,
  paymentInList,
  paymentTypeLabel,
  refundBadge,
  type ReviewReason,
  reviewAction,
  reviewLabel,
} from "#app/domain/payments/labels.ts";
import { matterPayment } from "#app/domain/payments/payment-status.ts";

const order = (payment_type: "stripe_direct" | "invoice", status: string | null) => ({
  payment_type,
  stripe_transaction_status: status,
  paid_at: status === "succeeded" ? "2026-11-09T23:30:00+00:00" : null,
});

describe("the payment of a matter (J-010, K-004, K-005, K-029, AMB-E07, AMB-E08)", () => {
  test.each([
    ["resale", null, "Stripe", "Unpaid - Stripe", "Stripe Unpaid"],
    ["development", null, "Invoice", "Unpaid - Invoice", "Invoice Unpaid"],
    ["resale", order("stripe_direct", null), "Stripe", "Unpaid - Stripe", "Stripe Unpaid"],
    ["resale", order("stripe_direct", "processing"), "Stripe", "Unpaid - Stripe", "Stripe Unpaid"],
    [
      "resale",
      order("stripe_direct", "succeeded"),
      "Stripe",
      "Paid - Stripe",
      "Paid via Stripe on 09/11/2026",
    ],
    [
      "resale",
      order("invoice", "succeeded"),
      "Invoice",
      "Paid - Invoice",
      "Paid via Invoice on 09/11/2026",
    ],
    ["development", order("stripe_direct", null), "Stripe", "Unpaid - Stripe", "Stripe Unpaid"],
  ] as const)(
    "the payment of a %s matter with the order %j has the labels “%s”, “%s” and “%s”",
    (type, first, label, inList, badge) => {
      const payment = matterPayment({ type, order: first });
      expect(paymentTypeLabel(payment.type)).toBe(label);
      expect(paymentInList(payment)).toBe(inList);
      expect(paymentBadge(payment)).toBe(badge);
    },
  );

  test("the labels of a matter's payment contain no date if none is recorded", () => {
    const paid = { ...order("invoice", "succeeded"), paid_at: null };
    expect(paymentBadge(matterPayment({ type: "resale", order: paid }))).toBe("Paid via Invoice");
  });
});

describe("the refund badge", () => {
  test.each([
    [null, null],
    [{ refunded_pence: null, refunded_at: null }, null],
    [{ refunded_pence: 24_000, refunded_at: null }, null],
    [
      { refunded_pence: 24_000, refunded_at: "2026-11-21T10:00:00+00:00" },
      "Refunded £240.00 on 21/11/2026",
    ],
  ])("the refund badge shows %j as %s (AMB-E09)", (refund, text) => {
    expect(refundBadge(refund)).toBe(text);
  });
});

const REASONS: readonly ReviewReason[] = [...MISFITS, DUPLICATE_SALE, ...DIFFERENCES];

describe("the reasons for reviewing a payment", () => {
  test.each([
    ["amount_mismatch", "because the amount doesn’t match your order."],
    ["paid_and_referred", "because the sale had already been paid for."],
    ["paid_twice", "because the sale had already been paid for."],
    ["home_paid_twice", "because another customer is already selling this property with us."],
  ] as const)(
    "the sentence to the seller about the review reason %s ends with “%s” (AMB-E09)",
    (reason, ending) => {
      expect(`because ${heldBecause(reason)}.`).toBe(ending);
    },
  );

  test.each(REASONS)(
    "the review reason %s has a label and an action without a full stop at the end (AMB-E09)",
    (reason) => {
      for (const text of [reviewLabel(reason), reviewAction(reason)]) {
        expect(text).toMatch(/^[A-Z].*[^.]$/);
      }
    },
  );
});
