import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { productName } from "#app/domain/searches/labels.ts";
import { paths } from "#app/paths.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Details } from "#app/ui/details.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { type Order, orders } from "#mocks/one-search/orders.ts";
import { endOrder, isOddity, ODDITIES, requestMore, sendOddity } from "#mocks/one-search/push.ts";
import { Act } from "./act.tsx";
import { requireDoubles } from "./doubles.server.ts";
import { formatTime } from "./time.ts";

export const handle: PageHandle = { title: "OneSearch", part: fromData("reference") };

const SHOWN = 50;

export async function loader({ params }: LoaderFunctionArgs) {
  const { state } = requireDoubles().world;
  const { reference } = params;
  const oddities = Object.entries(ODDITIES);
  if (!reference) {
    const shown = (await state.list(orders)).slice(0, SHOWN);
    return data({ reference: null, orders: shown.map(orderView), oddities });
  }
  const one = await state.get(orders, reference);
  const shown = one ? [orderView(one)] : [];
  return data({ reference, orders: shown, oddities }, { status: one ? 200 : 404 });
}

function orderView({ reference, address, placed_at, searches, deliveries }: Order) {
  return {
    reference,
    address,
    at: formatTime(placed_at),
    searches: searches.map(({ product, status }) => `${productName(product)}: ${STATUSES[status]}`),
    sent: deliveries.map(({ what, status }) => `${what}: ${status || "no answer"}`),
    is_open: searches.some(({ status }) => status === "InProgress"),
  };
}

const STATUSES = { InProgress: "in progress", Cancelled: "cancelled", Complete: "complete" };

export async function action({ request, params }: ActionFunctionArgs) {
  const { world } = requireDoubles();
  const double = { state: world.state, ...world.oneSearch };
  const form = await request.formData();
  const reference = form.get("reference");
  const intent = form.get("intent");
  if (typeof reference !== "string" || typeof intent !== "string")
    throw data(null, { status: 400 });
  if (intent === "Complete" || intent === "Cancelled") await endOrder(double, reference, intent);
  else if (isOddity(intent)) await sendOddity(double, reference, intent);
  else await requestMore(double, reference, intent);
  const { oneSearch, oneSearchOrder } = paths.mocks;
  return redirect(params.reference ? oneSearchOrder(params.reference) : oneSearch(), 303);
}

const ENDS = [
  ["Complete", "Complete"],
  ["Cancelled", "Cancel"],
] as const;

const REQUESTS = [
  ["TitlePlan", "Request the title plan"],
  ["AddressConfirmation", "Request the address"],
  ["FeeApproval", "Request a fee"],
] as const;

export default function OneSearch() {
  const { orders, reference, oddities } = useLoaderData<typeof loader>();
  return (
    <Page
      title="OneSearch"
      back={paths.mocks.home()}
      lead="Search orders, newest first. When you complete an order, its results are sent to the matter."
    >
      <div className="stack" data-gap="l">
        {reference ? (
          <p>
            <Link to={paths.mocks.oneSearch()}>All orders</Link>
          </p>
        ) : null}
        <DataTable
          caption="Orders"
          hideCaption
          list="search-orders"
          rows={orders}
          rowKey={(order) => order.reference}
          empty={
            reference
              ? `There is no order ${reference} here. Orders of the demonstration matters are not listed.`
              : "No orders yet."
          }
          columns={[
            { key: "reference", title: "Order", cell: (order) => <code>{order.reference}</code> },
            { key: "address", title: "Property", cell: ({ address }) => address },
            { key: "at", title: "Ordered", cell: ({ at }) => at },
            { key: "searches", title: "Searches", cell: ({ searches }) => <Lines of={searches} /> },
            { key: "sent", title: "Sent to our site", cell: ({ sent }) => <Lines of={sent} /> },
            {
              key: "push",
              title: "Next step",
              cell: (order) => <Acts order={order} oddities={oddities} />,
            },
          ]}
        />
      </div>
    </Page>
  );
}

function Acts({
  order,
  oddities,
}: {
  order: ReturnType<typeof orderView>;
  oddities: readonly [string, string][];
}) {
  return (
    <Form method="post" className="stack" data-gap="s">
      <input type="hidden" name="reference" value={order.reference} />
      <Buttons of={[...(order.is_open ? ENDS : []), ...REQUESTS]} reference={order.reference} />
      <Details summary="Send unusual results">
        <Buttons of={oddities} reference={order.reference} />
      </Details>
    </Form>
  );
}

function Buttons({
  of: buttons,
  reference,
}: {
  of: readonly (readonly [intent: string, label: string])[];
  reference: string;
}) {
  return (
    <div className="cluster">
      {buttons.map(([intent, label]) => (
        <Act key={intent} value={intent} what={reference}>
          {label}
        </Act>
      ))}
    </div>
  );
}

function Lines({ of: lines }: { of: readonly string[] }) {
  return (
    <div>
      {lines.map((line, index) => (
        <div key={index}>{line}</div>
      ))}
    </div>
  );
}
