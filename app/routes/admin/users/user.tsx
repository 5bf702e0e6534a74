import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addressLine } from "#app/domain/fields/address.ts";
import {
  listPurchasesByUser,
  listTransactionsByUser,
  readUser,
} from "#app/domain/people/users.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { NOT_PROVIDED, SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { RowLink } from "../kit/cells.tsx";
import { DialogLink } from "../kit/dialog-link.tsx";
import { openRecord } from "../kit/open-record.server.ts";
import { StaffPage } from "../kit/staff-page.tsx";
import { WithDialog } from "../kit/with-dialog.tsx";
import { FETCH_FAILURE, userView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("User") };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    async read() {
      const user = await readUser(db, id);
      const [sold, bought] = await Promise.all([
        listTransactionsByUser(db, id),
        listPurchasesByUser(db, id),
      ]);
      return {
        ...userView(user),
        transactions: sold.map((matter) => ({
          id: matter.id,
          transaction_id: matter.id,
          address: addressLine(matter),
        })),
        purchases: bought.map((purchase) => ({
          id: purchase.id,
          transaction_id: purchase.transaction_id,
          address: addressLine(purchase),
        })),
      };
    },
    title: ({ name }) => name,
    failure: FETCH_FAILURE,
  });
}

/** Whoever can sign in, and what they sell and buy. */
export default function UserPage() {
  const { title, record: user } = useLoaderData<typeof loader>();
  return (
    <StaffPage title={title} trail={[{ label: "Users", to: paths.admin.users() }]}>
      {user ? (
        <WithDialog>
          <div className="stack">
            <Card
              title="Personal information"
              actions={
                user.can_correct ? (
                  <DialogLink
                    id={`correct-${user.id}`}
                    to={paths.admin.correctUser(user.id)}
                    what={user.name}
                  >
                    Correct
                  </DialogLink>
                ) : null
              }
            >
              <SummaryList
                layout="grid"
                rows={[
                  { term: "ID", description: <CopyButton label="ID" value={user.id} /> },
                  ...user.personal,
                ]}
              />
            </Card>
            <Card title="Address">
              {user.address ? (
                <SummaryList layout="grid" rows={user.address} />
              ) : (
                <p className="hint">{NOT_PROVIDED}</p>
              )}
            </Card>
            <Card title="Transactions">
              <Matters
                caption={`Transactions of ${user.name}`}
                rows={user.transactions}
                empty="No transactions found for this user."
              />
            </Card>
            <Card title="Purchase intents">
              <Matters
                caption={`Purchase intents of ${user.name}`}
                rows={user.purchases}
                empty="No purchase intents found for this user."
              />
            </Card>
          </div>
        </WithDialog>
      ) : null}
    </StaffPage>
  );
}

type Matter = { id: string; transaction_id: string; address: string };

/** One column, whose link opens the transaction. */
const columns: readonly Column<Matter>[] = [
  {
    key: "address",
    title: "Property address",
    cell: (row) => (
      <RowLink to={paths.admin.transaction(row.transaction_id)}>{row.address}</RowLink>
    ),
  },
];

function Matters(table: { caption: string; rows: readonly Matter[]; empty: string }) {
  return <DataTable {...table} hideCaption columns={columns} rowKey={(row) => row.id} />;
}
