import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { eventLabel } from "#app/domain/events/catalogue.ts";
import { isOverdue } from "#app/domain/invoices/invoice-labels.ts";
import { readMatterInvoice } from "#app/domain/invoices/invoices.server.ts";
import { adminDate, adminMoment, londonDay } from "#app/domain/shared/dates.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { orderRows } from "#app/domain/payments/costs.ts";
import {
  paymentTypeLabel,
  refundStatusText,
  stripeStatusLabel,
} from "#app/domain/payments/labels.ts";
import { type MatterOrder, readMatterOrder } from "#app/domain/payments/orders.server.ts";
import {
  listRefundablePayments,
  type RefundablePayment,
} from "#app/domain/payments/refunds.server.ts";
import { EMAIL_STATUS_LABELS } from "#app/domain/transactions/labels.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { PriceTable } from "#app/ui/price-table.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { IfPermitted } from "../../shared/allowed.tsx";
import { textOrDash } from "../../shared/cells.tsx";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { reviewDetailsView } from "../../payments/view.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tabs.tsx";

export const handle: LayoutHandle = { part: "Orders" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id }, reader) => {
    const order = await readMatterOrder(db, reader, id);
    if (!order) return { order };
    const payments = await listRefundablePayments(db, reader, id);
    const invoice = await readMatterInvoice(db, reader, id);
    const view = orderView(order);
    const facts = [...view.facts, ...invoiceFacts(order, invoice)];
    return { order: { ...view, facts, refund_refusal: refundRefusal(order, payments) } };
  });
}

/** Renders the order and its payment (K-013, K-083). */
export default function OrdersTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ order }) => (order ? <Order order={order} /> : <p>No order yet.</p>)}
    </Tab>
  );
}

function Order({ order }: { order: OrderView }) {
  return (
    <div className="stack">
      <Reviews reviews={order.open_reviews} />
      <Card
        title="Order"
        actions={
          <DialogLink
            needs="refund"
            id="refund"
            to={paths.admin.refund(order.transaction_id)}
            refusal={order.refund_refusal}
          >
            Refund
          </DialogLink>
        }
      >
        <SummaryList layout="grid" rows={order.facts} />
        <PriceTable caption="Items" rows={order.items} total={order.total} />
      </Card>
      <Card title="Payment history">
        <DataTable
          caption="Payment events"
          list="payment-events"
          columns={EVENT_COLUMNS}
          rows={order.events}
          rowKey={({ id }) => id}
          empty="No payment events yet."
        />
        <DataTable
          caption="Payment emails"
          list="payment-emails"
          columns={EMAIL_COLUMNS}
          rows={order.emails}
          rowKey={({ id }) => id}
          empty="No payment emails yet."
        />
        {order.refunds.length > 0 ? (
          <DataTable
            caption="Refunds"
            list="refunds"
            columns={REFUND_COLUMNS}
            rows={order.refunds}
            rowKey={({ id }) => id}
          />
        ) : null}
        {order.dealt_with.length > 0 ? (
          <DataTable
            caption="Resolved payments"
            list="resolved-payments"
            columns={REVIEW_COLUMNS}
            rows={order.dealt_with}
            rowKey={({ id }) => id}
          />
        ) : null}
      </Card>
    </div>
  );
}

function Reviews({ reviews }: { reviews: OrderView["open_reviews"] }) {
  if (reviews.length === 0) return null;
  return (
    <Notification kind="warning" title="A payment is under review">
      <ul>
        {reviews.map(({ id, stripe_id, name, sum, since, why, to_do }) => (
          <li key={id}>
            {sum ? `${sum}, ` : ""}
            {stripe_id ? `${stripe_id}, ` : ""}on {since}: {why}. {to_do}.{" "}
            <IfPermitted needs="decide_payments">
              <Link to={paths.admin.paymentReview(id)}>
                Resolve<span className="vh"> {name}</span>
              </Link>
            </IfPermitted>
          </li>
        ))}
      </ul>
      <IfPermitted needs="see_payments">
        <p>
          <Link to={paths.admin.payments()}>All payments to look at</Link>
        </p>
      </IfPermitted>
    </Notification>
  );
}

const REFUND_COLUMNS: readonly Column<OrderView["refunds"][number]>[] = [
  { key: "sum", title: "Amount", cell: ({ sum }) => sum, align: "end" },
  { key: "status", title: "Status", cell: ({ status }) => status },
  { key: "at", title: "Date", cell: ({ at }) => at },
  { key: "reason", title: "Reason", cell: ({ reason }) => reason, width: "wide" },
  { key: "by", title: "By", cell: ({ by }) => by },
  {
    key: "payment",
    title: "Payment in Stripe",
    cell: ({ payment, is_of_group }) => (
      <>
        <code>{payment}</code>
        {is_of_group ? " (for the whole group)" : null}
      </>
    ),
  },
];

const REVIEW_COLUMNS: readonly Column<OrderView["dealt_with"][number]>[] = [
  { key: "payment", title: "Stripe ID", cell: ({ stripe_id }) => stripe_id ?? "Nothing" },
  { key: "sum", title: "Amount", cell: ({ sum }) => textOrDash(sum), align: "end" },
  { key: "why", title: "Why", cell: ({ why }) => why, width: "wide" },
  { key: "note", title: "Note", cell: ({ note }) => textOrDash(note), width: "wide" },
  { key: "by", title: "Resolved by", cell: ({ dealt_with }) => textOrDash(dealt_with) },
];

const EVENT_COLUMNS: readonly Column<OrderView["events"][number]>[] = [
  { key: "name", title: "Event", cell: ({ name }) => name },
  { key: "at", title: "Date", cell: ({ at }) => at },
  { key: "comments", title: "Comments", cell: ({ comments }) => comments },
];

const EMAIL_COLUMNS: readonly Column<OrderView["emails"][number]>[] = [
  { key: "name", title: "Email", cell: ({ name }) => name },
  { key: "recipient", title: "To", cell: ({ recipient }) => recipient },
  { key: "status", title: "Status", cell: ({ status }) => status },
  { key: "at", title: "Date", cell: ({ at }) => at },
];

/** Returns the invoice to the partner as a fact, for a sale that its seller does not pay for. */
function invoiceFacts(
  { payment_type }: MatterOrder,
  item: Awaited<ReturnType<typeof readMatterInvoice>>,
) {
  if (payment_type !== "invoice") return [];
  return [{ term: "Invoice to the partner", description: invoiceText(item) }];
}

function invoiceText(item: Awaited<ReturnType<typeof readMatterInvoice>>): string {
  if (item?.decided_at) {
    const { reason, decided_by, decided_at } = item;
    return `Won’t be invoiced: ${reason}. Decided by ${decided_by} on ${adminDate(decided_at)}`;
  }
  if (!item?.invoice) return "Not invoiced yet";
  const { amount_pence, invoice } = item;
  const { number, issued_on, due_on, received_on } = invoice;
  const what = `${number} of ${adminDate(issued_on)}, ${formatPence(amount_pence)}`;
  if (received_on) return `${what}, received on ${adminDate(received_on)}`;
  const isLate = isOverdue(invoice, londonDay(new Date()));
  return `${what}, due on ${adminDate(due_on)}${isLate ? " (overdue)" : ""}`;
}

/** Returns why nothing can be refunded, or null. */
function refundRefusal(order: MatterOrder, payments: readonly RefundablePayment[]): string | null {
  if (payments.length === 0) {
    // The page of the refund reads the amount of a group’s payment from Stripe.
    return order.group_stripe_transaction_id ? null : "This matter has no card payment to refund.";
  }
  const isLeft = payments.some(({ left_pence }) => left_pence > 0);
  return isLeft ? null : "The payment has been refunded in full, or a refund is on its way.";
}

type OrderView = ReturnType<typeof orderView> & { refund_refusal: string | null };

/** Maps an order to what its tab shows: amounts, status at Stripe and outcome (K-083). */
function orderView(order: MatterOrder) {
  const { reviews, refunds, events, emails } = order;
  return {
    transaction_id: order.transaction_id,
    refunds: refunds.map(({ id, amount_pence, status, refusal_code, ...refund }) => ({
      id,
      sum: formatPence(amount_pence),
      status: refundStatusText(status, refusal_code),
      at: adminMoment(refund.answered_at ?? refund.created_at),
      reason: refund.reason,
      by: refund.requested_by,
      payment: refund.stripe_payment_id,
      is_of_group: refund.group_id !== null,
    })),
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
      .map(reviewDetailsView),
    dealt_with: reviews.filter(({ dealt_with_at }) => dealt_with_at).map(reviewDetailsView),
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
      status: EMAIL_STATUS_LABELS[status],
      at: adminMoment(sent_at ?? created_at),
    })),
  };
}
