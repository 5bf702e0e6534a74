import { describe, expect, test } from "vitest";
import {
  type OrderRecord,
  type StripeObject,
  findDifference,
} from "#app/domain/payments/compare-with-stripe.server.ts";

const now = new Date("2026-11-22T04:47:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1_000);
const order_id = "a".repeat(24);

const taken: StripeObject = {
  kind: "payment",
  id: "pi_1",
  status: "succeeded",
  amount_pence: 24_000,
  currency: "gbp",
  order_id,
  payment_id: "pi_1",
  begun_at: ago(30),
};

const unpaid: NonNullable<OrderRecord["order"]> = {
  payment_type: "stripe_direct",
  total_amount_pence: 24_000,
  stripe_transaction_id: "pi_1",
  paid_at: null,
  review: null,
  updated_at: ago(2),
};
const paid = { ...unpaid, paid_at: ago(2) };
const referred = { ...paid, payment_type: "invoice" as const, total_amount_pence: 0 };
const unit = { ...paid, total_amount_pence: 0 };
const paidByOther = { ...paid, stripe_transaction_id: "pi_2" };
const reviewed = { ...unpaid, review: "amount_mismatch" };
const justPaid = { ...paidByOther, updated_at: ago(0.9) };

const normal = { group_id: null, is_misfit: false, is_own_refund: false };

type Row = [string, Partial<StripeObject>, OrderRecord["order"], string | null];

describe("the differences between Stripe and our orders (AMB-E09)", () => {
  test.each<Row>([
    ["paid at Stripe and here", {}, paid, null],
    ["paid at Stripe, and the order is unpaid", {}, unpaid, "paid_there_only"],
    ["paid at Stripe, and the order by a different payment", {}, paidByOther, "paid_there_only"],
    ["paid at Stripe, and the order by a referral code", {}, referred, "paid_there_only"],
    ["paid at Stripe, for an order that does not exist here", {}, null, "unknown_order"],
    ["paid at Stripe, for a different business", { order_id: "invoice-7" }, null, null],
    ["paid at Stripe, without an order id", { order_id: undefined }, null, null],
    ["a penny too little", { amount_pence: 23_999 }, paid, "sum_differs"],
    ["a penny too much", { amount_pence: 24_001 }, paid, "sum_differs"],
    ["a different currency", { currency: "usd" }, paid, "sum_differs"],
    ["one payment of a developer for all units", { amount_pence: 90_000 }, unit, null],
    ["paid here, cancelled at Stripe", { status: "canceled" }, paid, "paid_here_only"],
    ["paid here, open at Stripe", { status: "requires_payment_method" }, paid, "paid_here_only"],
    [
      "paid here, unknown at Stripe",
      { status: "missing", order_id: undefined },
      paid,
      "paid_here_only",
    ],
    ["unpaid here and unknown at Stripe", { status: "missing" }, unpaid, null],
    ["processing for three days", { status: "processing", begun_at: ago(72) }, unpaid, null],
    [
      "processing for longer than three days",
      { status: "processing", begun_at: ago(72.1) },
      unpaid,
      "still_processing",
    ],
    [
      "authorised but not captured",
      { status: "requires_capture", begun_at: ago(80) },
      unpaid,
      "still_processing",
    ],
    ["left open by a customer who did not pay", { status: "requires_action" }, unpaid, null],
    [
      "open, although a different payment paid the order",
      { status: "requires_action" },
      paidByOther,
      "still_open",
    ],
    [
      "open, although a referral code paid the order",
      { status: "requires_confirmation" },
      referred,
      "still_open",
    ],
    [
      "open, while a payment is under review",
      { status: "requires_payment_method" },
      reviewed,
      "still_open",
    ],
    ["open, while it is being cancelled", { status: "requires_action" }, justPaid, null],
    [
      "cancelled, and a different payment paid the order",
      { status: "canceled" },
      paidByOther,
      null,
    ],
    ["a checkout page open for an unpaid order", { kind: "page", status: "open" }, unpaid, null],
    [
      "a checkout page open for a paid order",
      { kind: "page", status: "open" },
      paidByOther,
      "still_open",
    ],
    ["a checkout page that has expired", { kind: "page", status: "expired" }, paidByOther, null],
    ["a refund", { kind: "refund" }, paid, "refunded"],
    ["a pending refund", { kind: "refund", status: "pending" }, paid, "refunded"],
    ["a refund that failed", { kind: "refund", status: "failed" }, paid, null],
    ["a refund that was cancelled", { kind: "refund", status: "canceled" }, paid, null],
    ["a refund of an order that does not exist here", { kind: "refund" }, null, "refunded"],
    ["a refund for a different business", { kind: "refund", order_id: undefined }, null, null],
    ["a dispute", { kind: "dispute", status: "needs_response" }, paid, "disputed"],
    ["a dispute that was lost", { kind: "dispute", status: "lost" }, paid, "disputed"],
    ["a dispute that was won", { kind: "dispute", status: "won" }, paid, null],
    ["a closed inquiry of the bank", { kind: "dispute", status: "warning_closed" }, paid, null],
    ["a dispute that was prevented", { kind: "dispute", status: "prevented" }, paid, null],
  ])(
    "the difference found between Stripe and an order is $3: %s",
    (_what, theirs, order, difference) => {
      const ours = { ...normal, order };
      expect(findDifference({ ...taken, ...theirs }, ours, now)).toBe(difference);
    },
  );

  test.each<[string, Partial<StripeObject>, string | null]>([
    ["the payment itself", {}, null],
    ["the payment, still processing", { status: "processing", begun_at: ago(73) }, null],
    ["a refund", { kind: "refund" }, "refunded"],
    ["a refund that failed", { kind: "refund", status: "failed" }, null],
    ["a dispute", { kind: "dispute", status: "needs_response" }, "disputed"],
  ])("the difference found in the payment of a group is $2: %s", (_what, theirs, difference) => {
    const ours = { ...normal, order: null, group_id: "b".repeat(24) };
    const object = { ...taken, order_id: undefined, ...theirs };
    expect(findDifference(object, ours, now)).toBe(difference);
  });

  test("a payment that was flagged for review on arrival is not reported as a difference again", () => {
    expect(
      findDifference(taken, { ...normal, order: paidByOther, is_misfit: true }, now),
    ).toBeNull();
    const wrong = { ...taken, amount_pence: 100 };
    expect(findDifference(wrong, { ...normal, order: paid, is_misfit: true }, now)).toBe(
      "sum_differs",
    );
  });

  test.each([
    ["pending", null],
    ["succeeded", null],
    ["failed", "refund_failed"],
    ["canceled", "refund_failed"],
  ])("our own refund that is %s at Stripe is the difference %s", (status, difference) => {
    const ours = { ...normal, order: paid, is_own_refund: true };
    expect(findDifference({ ...taken, kind: "refund", status }, ours, now)).toBe(difference);
  });
});
