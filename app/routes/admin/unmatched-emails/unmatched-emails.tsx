import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { REMATCH_LABELS } from "#app/domain/inbound-emails/labels.ts";
import {
  countUnmatchedEmails,
  listUnmatchedEmails,
} from "#app/domain/inbound-emails/received-emails.server.ts";
import { readRematches } from "#app/domain/inbound-emails/rematch.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DialogLink } from "../kit/dialog-link.tsx";
import { BackToStart } from "../kit/growing-list.tsx";
import { loadMore, readListQuery } from "../kit/list-query.server.ts";
import { StaffPage } from "../kit/staff-page.tsx";
import { WithDialog } from "../kit/with-dialog.tsx";
import { ReceivedEmails } from "./received-emails.tsx";
import { RematchProgress, RematchResult } from "./rematch-panels.tsx";
import { respondToRematch } from "./respond-to-rematch.server.ts";
import { countText, emailView, rematchView } from "./view.ts";

export const handle: PageHandle = { title: "Unmatched Emails", part: fromData("part") };

const PAGE_SIZE = 20;
/** What the page says of a failure that the log has better words for (T-013). */
const FAILURE = "An error occurred";

/** The emails that belong to no matter, and what the last rematches did (T-001 to T-005). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const { after } = readListQuery(request, { after: loadMore.after });
  // First, so that the emails are at least as new as what is said of the last rematch.
  const runs = await nullIfFailed(readRematches(db), { what: "reading rematches" });
  const [count, emails] = await Promise.all([
    nullIfFailed(countUnmatchedEmails(db), {
      what: "There was an error fetching unmatched emails count",
    }),
    nullIfFailed(listUnmatchedEmails(db, { limit: PAGE_SIZE, after }), {
      what: "listing unmatched emails",
    }),
  ]);
  const failed = count === null || runs === null || emails === null;
  const next = emails?.next;
  return data(
    {
      part: after ? "older" : "",
      problem: failed ? FAILURE : null,
      count: count === null ? null : countText(count),
      runs: runs?.map(rematchView) ?? [],
      emails: emails?.items.map(emailView) ?? [],
      older: next ? paths.admin.unmatchedEmails({ after: next }) : null,
      start: after ? paths.admin.unmatchedEmails() : null,
    },
    { status: failed ? 500 : 200 },
  );
}

/** Starts to match the unmatched emails again (T-002, T-006); a page of its own asks before it does so with all. */
export const action = ({ request }: ActionFunctionArgs) => respondToRematch(request, "unmatched");

export default function UnmatchedEmails() {
  const { problem, count, runs, emails, older, start } = useLoaderData<typeof loader>();
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
              An email that comes in is matched with its transaction. One that names none, or could
              belong to several, is unmatched until a rematch finds where it belongs.
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
            {emails.length > 0 ? <ReceivedEmails emails={emails} /> : <p>There are none.</p>}
            {older ? (
              <p>
                <Link to={older}>Older emails</Link>
              </p>
            ) : null}
          </section>
        </div>
      </WithDialog>
    </StaffPage>
  );
}

function RematchButtons() {
  return (
    <Form method="post" action={paths.admin.unmatchedEmails()} preventScrollReset>
      <SubmitButton
        size="small"
        after={
          <DialogLink id="rematch-all" to={paths.admin.rematchAllEmails()}>
            {REMATCH_LABELS.all}
          </DialogLink>
        }
      >
        {REMATCH_LABELS.unmatched}
      </SubmitButton>
    </Form>
  );
}
