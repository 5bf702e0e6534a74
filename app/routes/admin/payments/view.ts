import { groupTitle } from "#app/domain/groups/labels.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { formatMinorUnits } from "#app/domain/shared/money.ts";
import { fullName } from "#app/domain/shared/names.ts";
import {
  isMisfit,
  reviewAction,
  reviewLabel,
  stripeStatusLabel,
} from "#app/domain/payments/labels.ts";
import type { ListedReview } from "#app/domain/payments/payment-reviews.server.ts";

export const FETCH_FAILURE = "There was an error while fetching payments";
export const SAVE_FAILURE = "Failed to save the payment. Please try again.";

export type ReviewView = ReturnType<typeof reviewView>;

type Money = Pick<
  ListedReview,
  | "id"
  | "reason"
  | "stripe_transaction_id"
  | "stripe_status"
  | "amount_pence"
  | "currency"
  | "note"
  | "dealt_with_by"
> & { created_at: Date | string; dealt_with_at: Date | string | null };

export function reviewDetailsView(review: Money) {
  const { id, reason, amount_pence, currency, note, dealt_with_at, dealt_with_by } = review;
  return {
    id,
    stripe_id: review.stripe_transaction_id,
    stripe_status: review.stripe_transaction_id ? stripeStatusLabel(review.stripe_status) : null,
    name:
      review.stripe_transaction_id ??
      `the duplicate sale found on ${adminMoment(review.created_at)}`,
    sum: amount_pence === null ? null : formatMinorUnits(amount_pence, currency ?? "gbp"),
    why: reviewLabel(reason),
    to_do: reviewAction(reason),
    since: adminMoment(review.created_at),
    note,
    dealt_with: dealt_with_at && `${dealt_with_by} on ${adminMoment(dealt_with_at)}`,
  };
}

export function reviewView(review: ListedReview) {
  const { transaction_id, closed_at, other_transaction_id, other_customer } = review;
  return {
    ...reviewDetailsView(review),
    transaction_id,
    /** The matter and the payment that a refund is of; null if this page can’t refund it. */
    refundable: refundable(review),
    address: addressLine(review) || null,
    group: review.group && { id: review.group.id, name: groupTitle(review.group.name) },
    customer: customer(review),
    other_sale: other_transaction_id && {
      transaction_id: other_transaction_id,
      customer: other_customer ?? "",
    },
    gone: closed_at && adminMoment(closed_at),
  };
}

function refundable({ transaction_id, stripe_transaction_id, reason }: ListedReview) {
  if (!transaction_id || !stripe_transaction_id || !isMisfit(reason)) return null;
  const target: [id: string, query: { payment: string }] = [
    transaction_id,
    { payment: stripe_transaction_id },
  ];
  return target;
}

function customer({ customer_id, first_name, middle_name, last_name }: ListedReview) {
  if (!customer_id || !first_name || !last_name) return null;
  return { id: customer_id, name: fullName({ first_name, middle_name, last_name }) };
}
