import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { report } from "#app/http/report.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { db } from "#db/connection.ts";
import { KeyInformation } from "./key-information.tsx";
import { shownTransaction, type ShownTransaction } from "./shown-transaction.ts";

export const handle: PageHandle = { title: titleFromData("Transaction") };

/** What is missing or broken is said inside the staff's page (K-020, K-021, AMB-A13). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  try {
    const transaction = shownTransaction(await readTransaction(db, params.id ?? ""));
    return { title: transaction.address, transaction };
  } catch (error) {
    if (error instanceof NotFoundError) return failed(error.message, 404);
    report(error, { what: "reading a transaction" });
    return failed("There was an error getting the transaction", 500);
  }
}

function failed(title: string, status: number) {
  return data({ title, transaction: null }, { status });
}

export default function TransactionPage() {
  const { title, transaction } = useLoaderData<typeof loader>();
  return (
    <Page
      title={title}
      width="wide"
      above={
        <Breadcrumbs
          items={[{ label: "Transactions", to: paths.admin.transactions() }, { label: title }]}
        />
      }
      beside={transaction ? <Badges transaction={transaction} /> : null}
    >
      {transaction ? (
        <div className="stack" data-gap="l">
          <KeyInformation transaction={transaction} />
          <TransactionTabs id={transaction.id} />
          <Outlet context={transaction} />
        </div>
      ) : null}
    </Page>
  );
}

/** K-003 to K-006 */
function Badges({ transaction }: { transaction: ShownTransaction }) {
  const { group_name, paid, payment_badge, legals_started } = transaction;
  return (
    <p className="cluster">
      {group_name ? <Badge>Group Transaction</Badge> : null}
      <Badge tone={paid ? "done" : "act"}>{payment_badge}</Badge>
      {legals_started ? <Badge tone="done">Legals started on {legals_started}</Badge> : null}
    </p>
  );
}

/** The index shows Property (AMB-K01). */
function TransactionTabs({ id }: { id: string }) {
  const { pathname } = useLocation();
  const onEvents = pathname === paths.admin.transactionEvents(id);
  return (
    <Tabs
      label="Transaction"
      items={[
        { label: "Property", to: paths.admin.transactionProperty(id), current: !onEvents },
        { label: "Events", to: paths.admin.transactionEvents(id), current: onEvents },
      ]}
    />
  );
}
