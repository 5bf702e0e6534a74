import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { formatMinorUnits } from "#app/domain/shared/money.ts";
import { reviewAction, reviewLabel, stripeStatusLabel } from "#app/domain/payments/labels.ts";
import { listDifferences } from "#app/domain/payments/reconcile.server.ts";
import { countWaiting, readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { env } from "#app/platform/env.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { db } from "#db/connection.ts";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { StaffPage } from "../shared/staff-page.tsx";

const TITLE = "Restored from a backup";

export const handle: PageHandle = { title: TITLE };

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const restoration = await readRestoration(db);
  if (!restoration) return { restored: null };
  const { backup_made_at, restored_at, access_known } = restoration;
  const differences = await nullIfFailed(withTimeout(listDifferences(db, reader, backup_made_at)), {
    what: "comparing with Stripe after a restore",
  });
  return {
    restored: {
      since: adminMoment(backup_made_at),
      restored_at: adminMoment(restored_at),
      access_known,
      waiting: await countWaiting(db),
      payments: differences && {
        compared: differences.compared,
        found: differences.found.map(paymentView),
      },
      portals: { thirdfort: env.THIRDFORT_PORTAL_URL, oneSearch: env.ONESEARCH_SITE_URL },
    },
  };
}

type Found = Awaited<ReturnType<typeof listDifferences>>["found"][number];

function paymentView({ id, status, amount_pence, currency, difference, begun_at }: Found) {
  return {
    id,
    status: stripeStatusLabel(status),
    sum: amount_pence === null ? "None" : formatMinorUnits(amount_pence, currency ?? "gbp"),
    begun: begun_at ? adminMoment(begun_at) : "Unknown",
    why: reviewLabel(difference),
    to_do: reviewAction(difference),
  };
}

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["restored"]>;

export default function Restoration() {
  const { restored } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      trail={[{ label: "Transactions", to: paths.admin.transactions() }]}
      actions={
        restored ? (
          <DialogLink
            needs="end_restoration"
            to={paths.admin.endRestoration()}
            id="end-restoration"
          >
            Turn sending and ordering back on
          </DialogLink>
        ) : null
      }
    >
      <WithDialog>
        {restored ? (
          <SinceBackup {...restored} />
        ) : (
          <p>Sending and ordering are on. There’s nothing to review here.</p>
        )}
      </WithDialog>
    </StaffPage>
  );
}

function SinceBackup({ since, restored_at, access_known, waiting, payments, portals }: Shown) {
  return (
    <div className="stack" data-gap="l">
      <SummaryList
        rows={[
          { term: "Backup made", description: since },
          { term: "Restored", description: restored_at },
          {
            term: "Waiting until sending is on",
            description: `${waiting.emails} emails, ${waiting.jobs} jobs`,
          },
          {
            term: "Users deactivated since the backup",
            description: access_known
              ? "Still deactivated. The list was copied from the replaced database"
              : "Unknown, because the previous database was not available. Check the staff list and deactivate anyone who has left",
          },
        ]}
      />
      <section className="stack">
        <h2>Payments</h2>
        <Payments payments={payments} since={since} />
      </section>
      <section className="stack">
        <h2>Identity checks</h2>
        <p>
          Thirdfort has no list of all checks. In <a href={portals.thirdfort}>its portal</a>, review
          the checks from {since} onwards. Don’t order these again here, or we’ll pay for them
          twice.
        </p>
      </section>
      <section className="stack">
        <h2>Searches</h2>
        <p>
          OneSearch has no list of all orders. In <a href={portals.oneSearch}>its portal</a>, review
          the orders from {since} onwards. Don’t order these again here. If OneSearch sends results
          for an order that is missing here, we’ll save them. We’ll also ask OneSearch to send them
          again.
        </p>
      </section>
      <section className="stack">
        <h2>Emails</h2>
        <p>
          We can’t tell which emails we sent after {since}, so check the activity in Postmark.
          Emails received after that are missing here. If an email was waiting when the backup was
          made, we’ll check with Postmark before we send it.
        </p>
      </section>
      <section className="stack">
        <h2>Invitations</h2>
        <p>
          All links in emails have stopped working, including invitations. Resend any invitations
          that are still needed.
        </p>
      </section>
    </div>
  );
}

function Payments({ payments, since }: Pick<Shown, "payments" | "since">) {
  if (!payments) {
    return (
      <Notification kind="error" title="We can’t reach Stripe at the moment">
        <p>Reload this page, or check payments from {since} onwards in Stripe’s dashboard.</p>
      </Notification>
    );
  }
  return (
    <>
      <p>
        Payments, refunds and disputes in Stripe since then: {payments.compared}. The ones below
        don’t match our records. When you turn sending and ordering back on, we’ll add them to
        “Payments to look at”.
      </p>
      <DataTable
        caption="Differences"
        columns={COLUMNS}
        rows={payments.found}
        rowKey={({ id }) => id}
        empty="No differences."
      />
    </>
  );
}

const COLUMNS: readonly Column<NonNullable<Shown["payments"]>["found"][number]>[] = [
  { key: "id", title: "In Stripe", cell: ({ id, status }) => `${status} (${id})` },
  { key: "sum", title: "Amount", cell: ({ sum }) => sum, align: "end" },
  { key: "begun", title: "Started", cell: ({ begun }) => begun, width: "line" },
  { key: "why", title: "Reason", cell: ({ why }) => why, width: "wide" },
  { key: "to_do", title: "What to do", cell: ({ to_do }) => to_do, width: "wide" },
];
