import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readMatterOrder } from "#app/domain/payments/read-matter-order.server.ts";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { PriceTable } from "#app/ui/price-table.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { openTab } from "../open-tab.server.ts";
import { type OrderView, orderView } from "./view.ts";

export const handle: LayoutHandle = { part: "Orders" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async (id) => {
    const order = await readMatterOrder(db, id);
    return { order: order && orderView(order) };
  });
}

/** What was ordered, and what became of the money (K-013, K-083). */
export default function OrdersTab() {
  const { shown, problem } = useLoaderData<typeof loader>();
  if (problem) return <Notification kind="error" title={problem} />;
  if (!shown) return null;
  const { order } = shown;
  if (!order) return <p>There is no order yet.</p>;
  return (
    <div className="stack">
      <Reviews reviews={order.reviews} />
      <Card title="Order">
        <SummaryList layout="grid" rows={order.facts} />
        <PriceTable caption="Items" rows={order.items} total={order.total} />
      </Card>
      <Card title="What happened">
        <DataTable
          caption="Events of the payment"
          columns={EVENT_COLUMNS}
          rows={order.events}
          rowKey={({ id }) => id}
          empty="No payment event is on record."
        />
        <DataTable
          caption="Emails about the payment"
          columns={EMAIL_COLUMNS}
          rows={order.emails}
          rowKey={({ id }) => id}
          empty="No email about the payment is on record."
        />
      </Card>
    </div>
  );
}

/** Payments that do not fit the order, each to be decided by a person. */
function Reviews({ reviews }: Pick<OrderView, "reviews">) {
  if (reviews.length === 0) return null;
  return (
    <Notification kind="warning" title="A payment is under review">
      <ul>
        {reviews.map(({ id, payment, why, at }) => (
          <li key={id}>
            {payment}, on {at}: {why}.
          </li>
        ))}
      </ul>
    </Notification>
  );
}

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
