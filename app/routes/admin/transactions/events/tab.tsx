import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listEvents } from "#app/domain/events/events.server.ts";
import { markEmailRead } from "#app/domain/inbound-emails/received-email-events.server.ts";
import { listEmailsOfMatter } from "#app/domain/inbound-emails/received-emails.server.ts";
import { UNKNOWN_ERROR } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import {
  ReceivedEmails,
  type EmailView,
  emailView,
} from "../../unmatched-emails/received-emails.tsx";
import { runAction } from "../../shared/run-action.server.ts";
import { requireActor } from "../../shared/open-record.server.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tabs.tsx";
import { EventRows, eventView } from "./event-rows.tsx";

export const handle: LayoutHandle = { part: "Events" };

/**
 * Returns the timeline (K-088 to K-096). If the matter does not exist, the layout shows the error
 * (K-098).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { expanded, limit } = readExpanded(request, "events");
  return openTab(
    request,
    params.id,
    async ({ id }, reader) => {
      const received = await readReceived(request, reader, id);
      const found = await nullIfFailed(listEvents(db, reader, id, { limit }), {
        what: "reading a timeline",
      });
      const events = found?.items.map(eventView) ?? null;
      return { id, events, expanded, more: Boolean(found?.next), received };
    },
    ({ events }) => events === null,
  );
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const email_id = formText(await readForm(request), "email_id");
  const to = paths.admin.transactionTab.events(id, { emails: "all" });
  return runAction({
    run: () => markEmailRead(db, { transaction_id: id, email_id }, { actor }),
    done: { to, title: "Email marked as read" },
    failed: { to, title: "Email not marked as read" },
    failure: UNKNOWN_ERROR,
    here: to,
  });
}

async function readReceived(request: Request, reader: StaffReader, transaction_id: string) {
  const { expanded, limit } = readExpanded(request, "emails");
  const found = await nullIfFailed(listEmailsOfMatter(db, reader, { transaction_id, limit }), {
    what: "reading the emails of a matter",
  });
  return {
    emails: found?.items.map(emailView) ?? null,
    open: new URL(request.url).searchParams.get("open"),
    more: Boolean(found?.next),
    expanded,
  };
}

type List = "events" | "emails";

/** Number of events that are shown until staff expand the list (K-094). */
const FIRST = 5;
/** Maximum number of events in the expanded list, which is more than a matter has. */
const ALL = 1_000;

function readExpanded(request: Request, list: List) {
  const expanded = new URL(request.url).searchParams.get(list) === "all";
  return { expanded, limit: expanded ? ALL : FIRST };
}

export default function EventsTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ id, events, expanded, more, received }) => (
        <>
          <section className="stack" aria-labelledby="events">
            <h2 id="events">Events</h2>
            {events ? (
              <EventRows events={events} />
            ) : (
              <Notification kind="error" title={UNKNOWN_ERROR} />
            )}
            <ExpandLink
              id={id}
              list="events"
              expanded={expanded}
              more={more}
              words={["All events", "Show less"]}
            />
          </section>
          <Received id={id} received={received} />
        </>
      )}
    </Tab>
  );
}

function Received({
  id,
  received: { emails, open, more, expanded },
}: {
  id: string;
  received: {
    emails: readonly EmailView[] | null;
    open: string | null;
    more: boolean;
    expanded: boolean;
  };
}) {
  return (
    <section className="stack" aria-labelledby="received">
      <h2 id="received">Emails received</h2>
      {emails ? null : <Notification kind="error" title={UNKNOWN_ERROR} />}
      {emails?.length === 0 ? <p>No emails received yet.</p> : null}
      {emails && emails.length > 0 ? <ReceivedEmails emails={emails} open={open} /> : null}
      <ExpandLink
        id={id}
        list="emails"
        expanded={expanded}
        more={more}
        words={["All emails", "Fewer emails"]}
      />
    </section>
  );
}

function ExpandLink({
  id,
  list,
  expanded,
  more,
  words: [all, fewer],
}: {
  id: string;
  list: List;
  expanded: boolean;
  more: boolean;
  words: readonly [all: string, fewer: string];
}) {
  if (!expanded && !more) return null;
  return (
    <p>
      <Link
        to={paths.admin.transactionTab.events(id, expanded ? {} : { [list]: "all" })}
        preventScrollReset
      >
        {expanded ? fewer : all}
      </Link>
    </p>
  );
}
