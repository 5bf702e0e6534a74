import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { RowLink } from "../../shared/cells.tsx";
import { openGroup, type UnitRow } from "../open-group.server.ts";

export const handle: LayoutHandle = { part: "Details" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return (await openGroup(request, params.id)).data.record;
}

/** Columns, in the same order as in the specification (P-058, P-059). */
const columns: readonly Column<UnitRow>[] = [
  {
    key: "address",
    title: "Address",
    width: "wide",
    cell: ({ id, address }) => <RowLink to={paths.admin.transaction(id)}>{address}</RowLink>,
  },
  {
    key: "asking_price",
    title: "Asking price",
    align: "end",
    cell: ({ asking_price }) => asking_price,
  },
  {
    key: "seller_solicitor",
    title: "Seller solicitor",
    width: "wide",
    cell: ({ seller_solicitor }) => seller_solicitor,
  },
  {
    key: "buyer_solicitor",
    title: "Buyer solicitor",
    width: "wide",
    cell: ({ buyer_solicitor }) => buyer_solicitor,
  },
  { key: "estate_agent", title: "Estate agent", cell: ({ estate_agent }) => estate_agent },
];

export default function DetailsTab() {
  const group = useLoaderData<typeof loader>();
  if (!group) return null;
  const { id, name, companies, sellers, size, value, created, stripe_transaction_id } = group;
  return (
    <div className="stack">
      <Card title="Details">
        <SummaryList
          layout="grid"
          rows={[
            { term: "ID", description: <CopyButton label="ID" value={id} /> },
            { term: "Company seller", description: companies },
            { term: "Representative", description: sellers },
            { term: "Units", description: size },
            { term: "Total asking price", description: value },
            { term: "Stripe transaction ID", description: stripe_transaction_id ?? "None" },
            { term: "Created date", description: created },
          ]}
        />
      </Card>
      <DataTable
        caption={`Transactions in ${name}`}
        hideCaption
        list="units"
        columns={columns}
        rows={group.units}
        rowKey={(unit) => unit.id}
        empty="Transactions not found"
      />
    </div>
  );
}
