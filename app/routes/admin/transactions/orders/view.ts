import { eventLabel } from "#app/domain/events/labels.ts";
import { adminMoment } from "#app/domain/fields/dates.ts";
import { formatPence } from "#app/domain/fields/money.ts";
import { orderRows } from "#app/domain/payments/summary.ts";
import { paymentTypeLabel, stripeStatusLabel } from "#app/domain/payments/labels.ts";
import type { MatterOrder } from "#app/domain/payments/orders.server.ts";
import { moneyView } from "../../payments/view.ts";

export type OrderView = ReturnType<typeof orderView>;

const EMAIL_STATUS = { queued: "Waiting", sending: "Being sent", sent: "Sent", failed: "Failed" };

/** An order as its tab shows it (K-083): amounts, what Stripe says, and what came of it. */
export function orderView(order: MatterOrder) {
  const { reviews, events, emails } = order;
  return {
    items: orderRows(order),
    total: { label: "Total", amount: formatPence(order.total_amount_pence) },
    facts: [
      { term: "Order ID", description: order.id },
      { term: "Created", description: adminMoment(order.created_at) },
      { term: "Payment type", description: paymentTypeLabel(order.payment_type) },
      { term: "Referral code", description: order.code ?? "None" },
      { term: "Paid", description: order.paid_at ? adminMoment(order.paid_at) : "Not paid" },
      { term: "Stripe status", description: stripeStatusLabel(order.stripe_transaction_status) },
      {
        term: "Stripe payment ID",
        description: order.stripe_transaction_id ?? order.group_stripe_transaction_id ?? "None",
      },
      { term: "Stripe customer ID", description: order.stripe_customer_id ?? "None" },
      {
        term: "Stripe checkout session ID",
        description: order.stripe_checkout_session_id ?? "None",
      },
    ],
    open_reviews: reviews
      .filter(({ dealt_with_at, closed_at }) => !dealt_with_at && !closed_at)
      .map(moneyView),
    dealt_with: reviews.filter(({ dealt_with_at }) => dealt_with_at).map(moneyView),
    events: events.map(({ id, event_name, date_time, comments }) => ({
      id,
      name: eventLabel(event_name),
      at: adminMoment(date_time),
      comments: comments ?? "None",
    })),
    emails: emails.map(({ id, name, recipient, status, created_at, sent_at }) => ({
      id,
      name: eventLabel(name),
      recipient,
      status: EMAIL_STATUS[status],
      at: adminMoment(sent_at ?? created_at),
    })),
  };
}
