import { describe, expect, test } from "vitest";
import {
  type AtOurs,
  type AtStripe,
  findDifference,
} from "#app/domain/payments/at-stripe.server.ts";

/** The rule of the nightly comparison, a row a case (AMB-E09). */

const now = new Date("2026-11-22T04:47:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1_000);
const order_id = "a".repeat(24);

const taken: AtStripe = {
  kind: "payment",
  id: "pi_1",
  status: "succeeded",
  amount_pence: 24_000,
  currency: "gbp",
  order_id,
  payment_id: "pi_1",
  begun_at: ago(30),
};

const unpaid: NonNullable<AtOurs["order"]> = {
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
const byAnother = { ...paid, stripe_transaction_id: "pi_2" };
const reviewed = { ...unpaid, review: "amount_mismatch" };
const justPaid = { ...byAnother, updated_at: ago(0.9) };

type Row = [string, Partial<AtStripe>, AtOurs["order"], string | null];

describe("AMB-E09 what differs between Stripe and us", () => {
  test.each<Row>([
    ["paid here and there", {}, paid, null],
    ["paid there, and the order is not", {}, unpaid, "paid_there_only"],
    ["paid there, and the order by another", {}, byAnother, "paid_there_only"],
    ["paid there, and the order by a code", {}, referred, "paid_there_only"],
    ["paid there, for an order that is not here", {}, null, "unknown_order"],
    ["paid there, for somebody else's business", { order_id: "invoice-7" }, null, null],
    ["paid there, for nothing that it says", { order_id: undefined }, null, null],
    ["a penny too little", { amount_pence: 23_999 }, paid, "sum_differs"],
    ["a penny too much", { amount_pence: 24_001 }, paid, "sum_differs"],
    ["in another currency", { currency: "usd" }, paid, "sum_differs"],
    ["what a developer paid for all units at once", { amount_pence: 90_000 }, unit, null],
    ["paid here, cancelled there", { status: "canceled" }, paid, "paid_here_only"],
    ["paid here, open there", { status: "requires_payment_method" }, paid, "paid_here_only"],
    [
      "paid here, unknown there",
      { status: "missing", order_id: undefined },
      paid,
      "paid_here_only",
    ],
    ["unpaid and unknown there", { status: "missing" }, unpaid, null],
    ["on its way for three days", { status: "processing", begun_at: ago(72) }, unpaid, null],
    ["for longer", { status: "processing", begun_at: ago(72.1) }, unpaid, "still_processing"],
    [
      "held and not taken",
      { status: "requires_capture", begun_at: ago(80) },
      unpaid,
      "still_processing",
    ],
    ["left open by whoever did not pay", { status: "requires_action" }, unpaid, null],
    ["open beside what it was paid by", { status: "requires_action" }, byAnother, "still_open"],
    ["open beside a code", { status: "requires_confirmation" }, referred, "still_open"],
    [
      "open beside money under review",
      { status: "requires_payment_method" },
      reviewed,
      "still_open",
    ],
    ["open, and just being called off", { status: "requires_action" }, justPaid, null],
    ["cancelled beside what it was paid by", { status: "canceled" }, byAnother, null],
    ["a page open for an order to be paid", { kind: "page", status: "open" }, unpaid, null],
    ["a page open for a paid order", { kind: "page", status: "open" }, byAnother, "still_open"],
    ["a page that has expired", { kind: "page", status: "expired" }, byAnother, null],
    ["a refund", { kind: "refund" }, paid, "refunded"],
    ["a refund on its way", { kind: "refund", status: "pending" }, paid, "refunded"],
    ["a refund that failed", { kind: "refund", status: "failed" }, paid, null],
    ["a refund that was called off", { kind: "refund", status: "canceled" }, paid, null],
    ["a refund of an order that is not here", { kind: "refund" }, null, "refunded"],
    ["a refund of somebody else's", { kind: "refund", order_id: undefined }, null, null],
    ["a dispute", { kind: "dispute", status: "needs_response" }, paid, "disputed"],
    ["a dispute that is lost", { kind: "dispute", status: "lost" }, paid, "disputed"],
    ["a dispute that is won", { kind: "dispute", status: "won" }, paid, null],
    [
      "a question of the bank's that is closed",
      { kind: "dispute", status: "warning_closed" },
      paid,
      null,
    ],
    ["a dispute that was prevented", { kind: "dispute", status: "prevented" }, paid, null],
  ])("%s", (_what, theirs, order, difference) => {
    const ours = { order, is_misfit: false };
    expect(findDifference({ ...taken, ...theirs }, ours, now)).toBe(difference);
  });

  test("a payment that was put before staff when it came is no difference any more", () => {
    expect(findDifference(taken, { order: byAnother, is_misfit: true }, now)).toBeNull();
    const wrong = { ...taken, amount_pence: 100 };
    expect(findDifference(wrong, { order: paid, is_misfit: true }, now)).toBe("sum_differs");
  });
});
