import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminMoment } from "#app/domain/fields/dates.ts";
import { formatMinorUnits } from "#app/domain/fields/money.ts";
import { reviewAction, reviewLabel, stripeStatusLabel } from "#app/domain/payments/labels.ts";
import { listDifferences } from "#app/domain/payments/reconcile.server.ts";
import { countWaiting, readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { env } from "#app/env.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { withTimeout } from "#app/with-timeout.ts";
import { db } from "#db/connection.ts";
import { DialogLink, WithDialog } from "../kit/dialog-link.tsx";
import { StaffPage } from "../kit/staff-page.tsx";

const TITLE = "Restored from a backup";

export const handle: PageHandle = { title: TITLE };

/** What may have happened since the backup, as far as it can be found out. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "look");
  const restoration = await readRestoration(db);
  if (!restoration) return { restored: null };
  const { backup_made_at, restored_at, access_known } = restoration;
  const differences = await nullIfFailed(withTimeout(listDifferences(db, backup_made_at)), {
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
    begun: begun_at ? adminMoment(begun_at) : "Not told",
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
            Send and order again
          </DialogLink>
        ) : null
      }
    >
      <WithDialog>
        {restored ? (
          <SinceBackup {...restored} />
        ) : (
          <p>The service sends and orders as usual. There is nothing to look at here.</p>
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
          { term: "The backup is as of", description: since },
          { term: "Restored", description: restored_at },
          {
            term: "Waiting until you end this",
            description: `${waiting.emails} emails, ${waiting.jobs} jobs`,
          },
          {
            term: "People deactivated since",
            description: access_known
              ? "Still deactivated: the database that was replaced said who they are"
              : "Not known, because the database of before was not there. Look through the staff and deactivate who has left",
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
          Thirdfort gives no list of all checks. Look in <a href={portals.thirdfort}>its portal</a>{" "}
          at those from {since} on, and do not order these again here: each order is paid for.
        </p>
      </section>
      <section className="stack">
        <h2>Searches</h2>
        <p>
          OneSearch gives no list of all orders. Look in <a href={portals.oneSearch}>its portal</a>{" "}
          at those from {since} on, and do not order these again here. Results that it sends for an
          order that we do not have are kept, and it is asked to send them again.
        </p>
      </section>
      <section className="stack">
        <h2>Emails</h2>
        <p>
          We cannot tell which emails we sent after {since}: look at the activity in Postmark.
          Emails that came in after that are missing here. Emails that were waiting when the backup
          was made are looked up at Postmark before they are sent.
        </p>
      </section>
      <section className="stack">
        <h2>Invitations</h2>
        <p>
          Every link in an email has ended, those of invitations too. Send invitations again where
          they are still wanted.
        </p>
      </section>
    </div>
  );
}

function Payments({ payments, since }: Pick<Shown, "payments" | "since">) {
  if (!payments) {
    return (
      <Notification kind="error" title="Stripe cannot be asked at the moment">
        <p>Load this page again, or look in Stripe’s dashboard at payments from {since} on.</p>
      </Notification>
    );
  }
  return (
    <>
      <p>
        Stripe has {payments.compared} payments, refunds and disputes since then. Those below do not
        fit what is here. When you end this they are put on “Payments to look at”.
      </p>
      <DataTable
        caption="What does not fit"
        columns={COLUMNS}
        rows={payments.found}
        rowKey={({ id }) => id}
        empty="Everything fits."
      />
    </>
  );
}

const COLUMNS: readonly Column<NonNullable<Shown["payments"]>["found"][number]>[] = [
  { key: "id", title: "At Stripe", cell: ({ id, status }) => `${status} (${id})` },
  { key: "sum", title: "Sum", cell: ({ sum }) => sum, align: "end" },
  { key: "begun", title: "Begun", cell: ({ begun }) => begun, width: "line" },
  { key: "why", title: "Why", cell: ({ why }) => why, width: "wide" },
  { key: "to_do", title: "What to do", cell: ({ to_do }) => to_do, width: "wide" },
];
