import type { SeedRows } from "../seed-builder.ts";
import { SERVICE_FEE_PENCE } from "../content/fees.ts";
import type { Difference, Matter } from "../content/matters/matter.ts";
import { id } from "../deterministic.ts";
import { userId } from "../person.ts";
import { colleague, record } from "./history.ts";

export function addPaymentReviews(book: SeedRows, matter: Matter, order_id: string) {
  const { payment } = matter;
  if (payment?.review) {
    book.rows.payment_reviews.push({
      id: id("payment review", matter.home),
      order_id,
      stripe_transaction_id: `pi_${id("stripe payment that does not fit", matter.home)}`,
      stripe_status: "succeeded",
      amount_pence: payment.review === "amount_mismatch" ? 20_000 : SERVICE_FEE_PENCE,
      currency: "gbp",
      reason: payment.review,
      created_at: book.calendar.at(payment.day, 120),
    });
  }
  if (payment?.difference) addDifference(book, matter, order_id, payment.difference);
}

function addDifference(book: SeedRows, matter: Matter, order_id: string, difference: Difference) {
  const { reason, day, note = null, resolvedOn } = difference;
  const dealt_with_at =
    note && record(book, matter, day, "payment_review_dealt_with", { comments: note });
  const [prefix, stripe_status] = AT_STRIPE[reason];
  book.rows.payment_reviews.push({
    id: id("difference", matter.home),
    order_id,
    stripe_transaction_id: `${prefix}_${id(PAYMENT, matter.home)}`,
    stripe_status,
    ...(reason === "refund_failed" && {
      stripe_payment_id: `pi_${id(PAYMENT, matter.home)}`,
    }),
    amount_pence: reason === "sum_differs" ? 20_000 : SERVICE_FEE_PENCE,
    currency: "gbp",
    reason,
    note,
    dealt_with_at,
    dealt_with_by: note && userId(colleague(matter)),
    closed_at: resolvedOn === undefined ? null : book.calendar.at(resolvedOn, 1),
    created_at: book.calendar.at(day, 1),
  });
}

/**
 * Name that the id of an order's own payment is derived from. Most differences are about that
 * payment.
 */
const PAYMENT = "stripe payment";

const AT_STRIPE: Record<Difference["reason"], [prefix: string, status: string]> = {
  paid_there_only: ["pi", "succeeded"],
  paid_here_only: ["pi", "requires_payment_method"],
  sum_differs: ["pi", "succeeded"],
  refunded: ["re", "succeeded"],
  refund_failed: ["re", "failed"],
  disputed: ["du", "needs_response"],
  still_processing: ["pi", "processing"],
  still_open: ["cs", "open"],
};

export function addStrayPayment(book: SeedRows) {
  book.rows.payment_reviews.push({
    id: id("payment review", "of no order"),
    stripe_transaction_id: `pi_${id("stripe payment", "of no order")}`,
    stripe_status: "succeeded",
    amount_pence: SERVICE_FEE_PENCE,
    currency: "gbp",
    reason: "unknown_order",
    created_at: book.calendar.at(1, 1),
  });
}
