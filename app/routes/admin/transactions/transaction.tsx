import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { RecordPage } from "../kit/record-page.tsx";
import { RecordTabs } from "../kit/record-tabs.tsx";
import { KeyInformation } from "./key-information.tsx";
import { openTransaction } from "./open-transaction.server.ts";
import { transactionTabs } from "./tabs.ts";
import type { TransactionView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Transaction") };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTransaction(request, params.id);
}

export default function TransactionPage() {
  const { title, record: transaction } = useLoaderData<typeof loader>();
  return (
    <RecordPage
      title={title}
      trail={[{ label: "Transactions", to: paths.admin.transactions() }]}
      badges={transaction ? <Badges transaction={transaction} /> : null}
    >
      {transaction ? (
        <div className="stack" data-gap="l">
          <KeyInformation transaction={transaction} />
          <RecordTabs label="Transaction" tabs={transactionTabs} record={transaction} />
          <Outlet />
        </div>
      ) : null}
    </RecordPage>
  );
}

/** What staff know of a matter at a glance (K-003 to K-006). */
function Badges({ transaction }: { transaction: TransactionView }) {
  const { group, paid, payment_badge, legals_started } = transaction;
  return (
    <p className="cluster">
      {group ? <Badge>Group Transaction</Badge> : null}
      <Badge tone={paid ? "done" : "act"}>{payment_badge}</Badge>
      {legals_started ? <Badge tone="done">Legals started on {legals_started}</Badge> : null}
    </p>
  );
}
