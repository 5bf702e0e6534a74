import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { listEvents } from "#app/domain/events/events.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DialogLink } from "../kit/dialog-link.tsx";
import { RecordTabs } from "../kit/record-tabs.tsx";
import { StaffPage } from "../kit/staff-page.tsx";
import { LatestEvents } from "./events/latest-events.tsx";
import { eventView } from "./events/view.ts";
import { KeyInformation } from "./key-information.tsx";
import { openTransaction } from "./open-transaction.server.ts";
import { StageStrip } from "./stage-strip.tsx";
import { transactionTabs } from "./tabs.ts";
import { TagList } from "./tag-list.tsx";
import type { TransactionView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Transaction") };

/** How many of the events stand beside the tabs. */
const LATEST = 5;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { data: opened, init } = await openTransaction(request, params.id);
  if (!opened.record) return data({ ...opened, latest: null }, init ?? {});
  const latest = await nullIfFailed(readLatestEvents(opened.record.id), {
    what: "reading the latest events",
  });
  return data({ ...opened, latest }, init ?? {});
}

async function readLatestEvents(id: string) {
  const { items } = await listEvents(db, id, { limit: LATEST });
  return items.map(eventView);
}

export default function TransactionPage() {
  const { title, record: transaction, latest } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <StaffPage
      title={title}
      trail={[{ label: "Transactions", to: paths.admin.transactions() }]}
      beside={transaction ? <Marks transaction={transaction} /> : null}
    >
      {transaction ? (
        <>
          <StageStrip transaction={transaction} />
          <RecordTabs label="Transaction" tabs={transactionTabs} record={transaction} />
          <div className="record">
            <div className="stack">
              <Outlet />
            </div>
            <aside className="stack" aria-label="About this transaction">
              {/* The tab says the same, and more. */}
              {pathname === paths.admin.transactionEvents(transaction.id) ? null : (
                <LatestEvents id={transaction.id} events={latest} />
              )}
              <KeyInformation transaction={transaction} />
            </aside>
          </div>
        </>
      ) : null}
    </StaffPage>
  );
}

/** What staff know of a matter at a glance: its badges (K-003 to K-006), and the tags they gave it (AMB-J10). */
function Marks({ transaction }: { transaction: TransactionView }) {
  const { id, group, paid, payment_badge, refund_badge, legals_started, tags } = transaction;
  return (
    <div className="cluster record-marks">
      {group ? <Badge>Group Transaction</Badge> : null}
      <Badge tone={paid ? "done" : "act"}>{payment_badge}</Badge>
      {refund_badge ? <Badge tone="act">{refund_badge}</Badge> : null}
      {legals_started ? <Badge tone="done">Legals started on {legals_started}</Badge> : null}
      {tags.length > 0 ? (
        <>
          <span className="vh">Tags:</span>
          <TagList tags={tags} />
        </>
      ) : null}
      <DialogLink id="edit-tags" to={paths.admin.transactionTags(id)} kind="quiet">
        Edit tags
      </DialogLink>
    </div>
  );
}
