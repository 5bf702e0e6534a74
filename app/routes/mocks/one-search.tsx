import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { orders } from "#mocks/one-search/orders.ts";
import { endOrder, requestMore } from "#mocks/one-search/push.ts";
import { requireDoubles } from "./doubles.server.ts";
import { formatTime } from "./time.ts";

export const handle: PageHandle = { title: "OneSearch" };

const SHOWN = 50;

export async function loader() {
  const { state } = requireDoubles().world;
  const placed = await state.list(orders);
  return {
    orders: placed.slice(0, SHOWN).map((order) => ({
      reference: order.reference,
      address: order.address,
      at: formatTime(order.placed_at),
      searches: order.searches.map(({ product, status }) => `${product}: ${status}`),
      sent: order.deliveries.map(({ what, status }) => `${what}: ${status || "no answer"}`),
    })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { world } = requireDoubles();
  const double = { state: world.state, ...world.oneSearch };
  const form = await request.formData();
  const reference = form.get("reference");
  const intent = form.get("intent");
  if (typeof reference !== "string" || typeof intent !== "string")
    throw data(null, { status: 400 });
  if (intent === "Complete" || intent === "Cancelled") await endOrder(double, reference, intent);
  else await requestMore(double, reference, intent);
  return redirect(paths.mocks.oneSearch(), 303);
}

const ACTS = [
  ["Complete", "Complete"],
  ["Cancelled", "Cancel"],
  ["TitlePlan", "Ask for the title plan"],
  ["AddressConfirmation", "Ask for the address"],
  ["FeeApproval", "Ask for a fee"],
];

export default function OneSearch() {
  const { orders } = useLoaderData<typeof loader>();
  return (
    <Page title="OneSearch" back={paths.mocks.home()} lead="Searches that were ordered.">
      <DataTable
        caption="Orders"
        hideCaption
        rows={orders}
        rowKey={({ reference }) => reference}
        empty="No searches have been ordered yet."
        columns={[
          { key: "reference", title: "Order", cell: ({ reference }) => <code>{reference}</code> },
          { key: "address", title: "Property", cell: ({ address }) => address },
          { key: "at", title: "Ordered", cell: ({ at }) => at },
          { key: "searches", title: "Searches", cell: ({ searches }) => <Lines of={searches} /> },
          { key: "sent", title: "What we were sent", cell: ({ sent }) => <Lines of={sent} /> },
          {
            key: "push",
            title: "Push along",
            cell: ({ reference }) => (
              <Form method="post" className="cluster">
                <input type="hidden" name="reference" value={reference} />
                {ACTS.map(([intent, label]) => (
                  <Button
                    key={intent}
                    type="submit"
                    name="intent"
                    value={intent}
                    kind="secondary"
                    size="small"
                  >
                    {label}
                    <span className="vh"> {reference}</span>
                  </Button>
                ))}
              </Form>
            ),
          },
        ]}
      />
    </Page>
  );
}

function Lines({ of: lines }: { of: readonly string[] }) {
  return lines.map((line, index) => <div key={index}>{line}</div>);
}
