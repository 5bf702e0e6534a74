import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { formatCount } from "#app/domain/shared/format.ts";
import {
  MATCH_TYPE_LABELS,
  REMATCH_FAILURES,
  REMATCH_LABELS,
} from "#app/domain/inbound-emails/labels.ts";
import {
  countUnmatchedEmails,
  listUnmatchedEmails,
} from "#app/domain/inbound-emails/received-emails.server.ts";
import { readRematches, startRematch } from "#app/domain/inbound-emails/rematch.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Notification } from "#app/ui/notification.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { Pager, shownOf } from "#app/ui/pagination.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import { db } from "#db/connection.ts";
import { runAction } from "../shared/run-action.server.ts";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { BackToStart } from "../shared/growing-list.tsx";
import { loadMore, readListQuery } from "../shared/list.server.ts";
import { requireActor } from "../shared/open-record.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { IfPermitted } from "../shared/allowed.tsx";
import { emailView, ReceivedEmails } from "./received-emails.tsx";

export const handle: PageHandle = { title: "Unmatched Emails", part: fromData("part") };

const PAGE_SIZE = 20;
/** Message that the page shows for any error. The log has a more precise one (T-013). */
const FAILURE = "An error occurred";

/** Returns the emails without a matter, and the results of the last rematches (T-001 to T-005). */
export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const { after, shown: before } = readListQuery(request, loadMore);
  // The rematches are read first, so that the list of emails is never older than their results.
  const runs = await nullIfFailed(readRematches(db), { what: "reading rematches" });
  const [count, emails] = await Promise.all([
    nullIfFailed(countUnmatchedEmails(db), {
      what: "There was an error fetching unmatched emails count",
    }),
    nullIfFailed(listUnmatchedEmails(db, reader, { limit: PAGE_SIZE, after }), {
      what: "listing unmatched emails",
    }),
  ]);
  const failed = count === null || runs === null || emails === null;
  const next = emails?.next;
  const shown = (after ? before : 0) + (emails?.items.length ?? 0);
  return data(
    {
      part: after ? "older" : "",
      problem: failed ? FAILURE : null,
      count: count === null ? null : countText(count),
      runs: runs?.map(rematchView) ?? [],
      emails: emails?.items.map(emailView) ?? [],
      shown: count === null ? null : shownOf({ shown, total: count }),
      older: next ? paths.admin.unmatchedEmails({ after: next, shown }) : null,
      start: after ? paths.admin.unmatchedEmails() : null,
    },
    { status: failed ? 500 : 200 },
  );
}

/**
 * Starts a rematch of the unmatched emails (T-002, T-006). A rematch of all emails has its own
 * confirmation page.
 */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const to = paths.admin.unmatchedEmails();
  return runAction({
    run: () => startRematch(db, "unmatched", { actor }),
    done: { to, title: "Rematch started" },
    failed: { to, title: "Rematch failed" },
    failure: REMATCH_FAILURES.unmatched,
    here: to,
  });
}

export default function UnmatchedEmails() {
  const { problem, count, runs, emails, shown, older, start } = useLoaderData<typeof loader>();
  const running = runs.find(({ status }) => status === "running") ?? null;
  const ended = runs.filter(({ status }) => status !== "running");
  return (
    <StaffPage title="Unmatched Emails">
      <WithDialog>
        <div className="stack" data-gap="l">
          {problem ? <Notification kind="error" title={problem} /> : null}
          <Card>
            {count ? <p className="unmatched-count">{count}</p> : null}
            <p>
              We match each email we receive with its matter. Some emails can’t be matched, or could
              belong to several matters. Each email will stay unmatched until a rematch finds its
              matter.
            </p>
            <RematchProgress run={running} />
            {running ? null : <RematchButtons />}
          </Card>
          {ended.length > 0 ? (
            <div className="grid-2">
              {ended.map((run) => (
                <RematchResult key={run.kind} run={run} />
              ))}
            </div>
          ) : null}
          <section className="stack" aria-labelledby="unmatched">
            <h2 id="unmatched">{start ? "Older emails" : "Newest emails"}</h2>
            {start ? <BackToStart to={start} /> : null}
            {emails.length > 0 ? <ReceivedEmails emails={emails} /> : <p>No emails.</p>}
            {older ? (
              <Pager count={shown ? `${shown} emails` : ""}>
                <ButtonLink to={older} kind="secondary" size="small">
                  Older emails
                </ButtonLink>
              </Pager>
            ) : null}
          </section>
        </div>
      </WithDialog>
    </StaffPage>
  );
}

function RematchButtons() {
  return (
    <IfPermitted needs="handle">
      <Form method="post" action={paths.admin.unmatchedEmails()} preventScrollReset>
        <SubmitButton
          size="small"
          after={
            <DialogLink needs="handle" id="rematch-all" to={paths.admin.rematchAllEmails()}>
              {REMATCH_LABELS.all}
            </DialogLink>
          }
        >
          {REMATCH_LABELS.unmatched}
        </SubmitButton>
      </Form>
    </IfPermitted>
  );
}

const POLL_MS = 1_000;

function RematchProgress({ run }: { run: RematchView | null }) {
  const hydrated = useHydrated();
  usePolling(run, POLL_MS);
  return (
    <div className="rematch-progress stack" data-gap="s">
      {/* This element is always rendered, because screen readers announce only changes inside
          it. The numbers are outside it, because they change every second. */}
      <p role="status">{run ? `Running: ${run.title}` : ""}</p>
      {run ? (
        <>
          <progress aria-label="Emails checked" value={run.checked} max={Math.max(run.total, 1)} />
          <p>
            {run.checked} of {run.total} emails checked.
          </p>
          {hydrated ? null : (
            <p>
              <Link to={paths.admin.unmatchedEmails()}>Refresh</Link>
            </p>
          )}
        </>
      ) : null}
    </div>
  );
}

/**
 * Shows the result of the last rematch of one kind: of all emails or of unmatched emails (T-004,
 * T-005).
 */
function RematchResult({ run }: { run: RematchView }) {
  return (
    <Card title={`Result: ${run.title}`}>
      <p className="hint">{run.started}</p>
      {run.failure ? (
        <>
          <Notification kind="error" title={run.failure} />
          <p>
            {run.checked} of {run.total} emails were checked. Matches already made will stay.
          </p>
        </>
      ) : (
        <div className="rematch-counts stack">
          <SummaryList layout="grid" rows={toRows(run.counts)} />
          <h3>Match types</h3>
          {run.match_types.length > 0 ? (
            <SummaryList layout="grid" rows={toRows(run.match_types)} />
          ) : (
            <p>No emails match a matter.</p>
          )}
        </div>
      )}
    </Card>
  );
}

function toRows(counts: readonly [string, number][]) {
  return counts.map(([term, count]) => ({ term, description: formatCount(count) }));
}

type Rematch = Awaited<ReturnType<typeof readRematches>>[number];
type RematchView = ReturnType<typeof rematchView>;

/** Maps a rematch to what its panel shows (T-004, T-005). */
function rematchView(run: Rematch) {
  return {
    kind: run.kind,
    title: REMATCH_LABELS[run.kind],
    status: run.status,
    failure: run.status === "failed" ? REMATCH_FAILURES[run.kind] : null,
    started: `Started ${adminMoment(run.started_at)}${run.started_by ? ` by ${run.started_by}` : ""}`,
    total: run.total,
    checked: run.checked,
    counts: [
      ["Total", run.total],
      ["New matches", run.new_matches],
      ["Still unmatched", run.still_unmatched],
      ["Changed matches", run.changed_matches],
      ["Unchanged matches", run.unchanged_matches],
    ] satisfies [string, number][],
    match_types: run.match_types.map(([type, count]): [string, number] => [
      MATCH_TYPE_LABELS[type],
      count,
    ]),
  };
}

/** Returns "3 unmatched emails" (T-001). */
function countText(count: number): string {
  if (count === 0) return "No unmatched emails";
  return count === 1 ? "1 unmatched email" : `${formatCount(count)} unmatched emails`;
}
