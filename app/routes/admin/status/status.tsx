import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { textOrDash } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { readStatus } from "./status.server.ts";

const TITLE = "Service status";

export const handle: PageHandle = { title: TITLE };

/** Returns the state of the service. The response is never cached. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "operate");
  return { now: adminMoment(new Date()), ...(await readStatus()) };
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;
type Part<Name extends keyof Shown> = NonNullable<Shown[Name]>;

export default function Status() {
  const { now, alerts, services, jobs, backups, processes, figures, ...rest } =
    useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      trail={[{ label: "Stats & Metrics", to: paths.admin.stats() }]}
      crumb="Status"
      badges={<p className="hint">As of {now}. Reload the page for newer figures.</p>}
    >
      <WithDialog>
        <div className="stack" data-gap="l">
          <Alerts alerts={alerts} />
          <Section title="Services">
            {services ? (
              <Services services={services} />
            ) : (
              <Unread what="The status of the services" />
            )}
          </Section>
          <Section title="Jobs">
            {jobs ? <Jobs {...jobs} /> : <Unread what="The job queue" />}
          </Section>
          <Section title="Backups">
            {backups ? <Backups {...backups} /> : <Unread what="The list of backups" />}
          </Section>
          <Section title="Where data is stored">
            <Kept {...rest} />
          </Section>
          <Section title="Processes and release">
            {processes ? <Processes processes={processes} /> : <Unread what="The processes" />}
          </Section>
          <Section title="Today">
            {figures ? <Today {...figures} /> : <Unread what="The figures" />}
          </Section>
        </div>
      </WithDialog>
    </StaffPage>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Unread({ what }: { what: string }) {
  return <p>{what} can’t be read at the moment. Reload the page, or check the log.</p>;
}

function Alerts({ alerts }: { alerts: Shown["alerts"] }) {
  if (!alerts) return <Unread what="The list of alerts" />;
  if (alerts.length === 0) return <p>No open alerts. We check every 5 minutes.</p>;
  return (
    <Notification kind="warning" title="Action needed">
      <ul>
        {alerts.map(({ id, title, what_to_do, path, since }) => (
          <li key={id}>
            <strong>{title}</strong> (since {since}). {what_to_do}{" "}
            {path === paths.admin.status() ? null : <Link to={path}>View details</Link>}
          </li>
        ))}
      </ul>
    </Notification>
  );
}

function Services({ services }: { services: Part<"services"> }) {
  return (
    <>
      <p>
        If a service fails 5 times in 30 seconds, we’ll stop calling it for 30 seconds, then try
        again.
      </p>
      <DataTable
        caption="Service status"
        hideCaption
        list="service-status"
        columns={SERVICES}
        rows={services}
        rowKey={({ vendor }) => vendor}
      />
    </>
  );
}

const STATES: Readonly<Record<string, ReactNode>> = {
  closed: <Badge tone="done">Responding</Badge>,
  open: <Badge tone="stop">Paused after repeated failures</Badge>,
  "half-open": <Badge tone="act">Being tested</Badge>,
  "not asked": <Badge>Not used yet</Badge>,
};

const SERVICES: readonly Column<Part<"services">[number]>[] = [
  { key: "name", title: "Service", cell: ({ name }) => name },
  { key: "state", title: "Status", cell: ({ state }) => STATES[state] },
  { key: "since", title: "Since", cell: ({ since }) => textOrDash(since), width: "line" },
  {
    key: "error",
    title: "Last failure",
    cell: ({ last_error }) => textOrDash(last_error),
    width: "wide",
  },
  {
    key: "by",
    title: "Answered by",
    cell: ({ is_double }) => (is_double ? "Mock" : "Live service"),
  },
];

function Jobs({ list, waiting, running, retried, failed, oldest }: Part<"jobs">) {
  return (
    <>
      <SummaryList
        layout="grid"
        rows={[
          { term: "Waiting", description: waiting },
          { term: "Longest wait", description: oldest },
          { term: "Running", description: running },
          { term: "Failed, will be retried", description: retried },
          { term: "Failed permanently", description: failed },
        ]}
      />
      <DataTable
        caption="Permanently failed jobs"
        list="failed-jobs"
        columns={FAILED}
        rows={list}
        rowKey={({ id }) => id}
        empty="No jobs have failed permanently."
      />
    </>
  );
}

const FAILED: readonly Column<Part<"jobs">["list"][number]>[] = [
  { key: "does", title: "Job", cell: ({ does }) => does, width: "wide" },
  { key: "name", title: "Name", cell: ({ name, id }) => `${name} (${id})` },
  { key: "failed", title: "Last attempt", cell: ({ failed }) => failed, width: "line" },
  { key: "attempts", title: "Attempts", cell: ({ attempts }) => attempts, align: "end" },
  { key: "error", title: "Error", cell: ({ last_error }) => textOrDash(last_error) },
  {
    key: "actions",
    title: "Action",
    cell: ({ id, does }) => (
      <div className="cluster">
        <DialogLink
          needs="operate"
          id={`try-again-${id}`}
          to={paths.admin.retryJob(id)}
          what={does}
        >
          Retry job
        </DialogLink>
        <DialogLink
          needs="operate"
          id={`call-off-${id}`}
          to={paths.admin.callOffJob(id)}
          what={does}
        >
          Cancel job
        </DialogLink>
      </div>
    ),
  },
];

function Backups({ last, is_due, drill, drill_failed }: Part<"backups">) {
  return (
    <>
      {is_due ? <Badge tone="stop">No backup for 26 hours</Badge> : null}
      {drill_failed ? <Badge tone="stop">The last drill failed</Badge> : null}
      <SummaryList
        layout="grid"
        rows={[
          { term: "Last backup", description: last ?? "None yet. Run npm run db:backup" },
          { term: "Last drill", description: drill ?? "None yet. Run npm run db:drill" },
        ]}
      />
    </>
  );
}

function Kept({ database, copy, documents }: Pick<Shown, "database" | "copy" | "documents">) {
  const unread = "Can’t be read at the moment";
  return (
    <SummaryList
      layout="grid"
      rows={[
        { term: "Database", description: database?.size ?? unread },
        { term: "Read copy", description: copy ?? unread },
        { term: "Documents", description: documents ?? unread },
        { term: "Latest migration", description: database?.schema ?? unread },
      ]}
    />
  );
}

function Processes({ processes }: { processes: Part<"processes"> }) {
  return (
    <>
      {processes.some(({ works }) => works) ? null : (
        <Badge tone="stop">No worker is running, so emails and scheduled jobs are waiting</Badge>
      )}
      <DataTable
        caption="Running processes"
        hideCaption
        list="processes"
        columns={PROCESSES}
        rows={processes}
        rowKey={({ id }) => id}
        empty="No process has reported in the last minute."
      />
    </>
  );
}

const PROCESSES: readonly Column<Part<"processes">[number]>[] = [
  { key: "kind", title: "Handles", cell: ({ kind }) => kind },
  { key: "release", title: "Release", cell: ({ release }) => release },
  { key: "started", title: "Started", cell: ({ started }) => started, width: "line" },
  { key: "disk", title: "Data disk", cell: ({ disk }) => textOrDash(disk) },
];

function Today({ sign_ups, payments, emails_sent, emails_refused }: Part<"figures">) {
  return (
    <SummaryList
      layout="grid"
      rows={[
        { term: "Sign-ups", description: sign_ups },
        { term: "Payments", description: payments },
        { term: "Emails sent", description: emails_sent },
        { term: "Emails refused", description: emails_refused },
      ]}
    />
  );
}
