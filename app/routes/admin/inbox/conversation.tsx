import { type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { readInboxConversation } from "#app/domain/inbox/read-conversation.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { adminDate, londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { db } from "#db/connection.ts";
import { IfPermitted } from "../shared/allowed.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { openRecord } from "../shared/open-record.server.ts";
import { FETCH_FAILURE } from "./failures.ts";

export const handle: PageHandle = { title: titleFromData("Conversation"), part: "Inbox" };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "look",
    async read(reader) {
      const conversation = await readInboxConversation(db, reader, id);
      return conversationView(conversation, reader.id);
    },
    title: ({ title }) => title,
    failure: FETCH_FAILURE,
    back: paths.admin.inbox(),
  });
}

type Conversation = Awaited<ReturnType<typeof readInboxConversation>>;

const STATES: Record<Conversation["state"], string> = {
  open: "Unanswered",
  answered: "Answered",
  closed: "Closed",
};

function conversationView(conversation: Conversation, reader_id: string) {
  const { id, version, transaction_id, address, number, sender, side, state } = conversation;
  const today = londonDay(new Date());
  const { snoozed_until, answerer_id, handler_id } = conversation;
  const is_snoozed = snoozed_until !== null && snoozed_until > today;
  const answerer =
    answerer_id === null
      ? null
      : answerer_id === reader_id
        ? "you"
        : nameOf(conversation.answerer_first_name, conversation.answerer_last_name);
  return {
    id,
    version,
    title: address === null ? `Emails from ${sender ?? "no sender"}` : addressLine(address),
    number: number === null ? null : formatMatterNumber(number),
    matter_href: transaction_id === null ? null : paths.admin.transaction(transaction_id),
    side: side === null ? null : side === "seller" ? "Sellers’ side" : "Buyers’ side",
    customer: nameOf(conversation.customer_first_name, conversation.customer_last_name),
    state: is_snoozed ? `Snoozed until ${sentenceDate(snoozed_until, today)}` : STATES[state],
    is_closed: state === "closed",
    is_snoozed,
    answerer,
    is_assigned: handler_id !== null,
    suggested: conversation.last?.suggested_number ?? null,
    matched: conversation.matched.map(({ email, email_id, matched_at, matched_by }) => ({
      email,
      email_id,
      by: `${matched_by ?? "A colleague"} on ${adminDate(matched_at)}`,
    })),
  };
}

function nameOf(first_name: string | null, last_name: string | null) {
  return first_name === null ? null : fullName({ first_name, last_name });
}

type View = ReturnType<typeof conversationView>;

/** Shows one conversation of the inbox, with what staff can do with it. */
export default function InboxConversation() {
  const { record, problem } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <div className="inbox-conversation">
      <Link className="back-link inbox-back" to={paths.admin.inbox() + search}>
        <ArrowLeft aria-hidden="true" />
        Back to the inbox
      </Link>
      {record ? (
        <WithDialog>
          <Head conversation={record} search={search} />
          {record.matched.map((sender) => (
            <MatchedSender key={sender.email_id} id={record.id} search={search} sender={sender} />
          ))}
        </WithDialog>
      ) : (
        <Notification kind="error" title={problem ?? ""} />
      )}
    </div>
  );
}

function Head({ conversation, search }: { conversation: View; search: string }) {
  const { id, title, number, matter_href, side, customer, state, answerer } = conversation;
  return (
    <header className="inbox-conversation-head">
      <div>
        <h2>
          {matter_href ? <Link to={matter_href}>{title}</Link> : <bdi>{title}</bdi>}{" "}
          {number ? <span className="hint">{number}</span> : null}
        </h2>
        <p>
          {side ? (
            <>
              {side}
              {customer ? (
                <>
                  : <b>{customer}</b>
                </>
              ) : null}
              .{" "}
            </>
          ) : (
            "No matter. "
          )}
          {answerer ? (
            <>
              Answered by <b>{answerer}</b>.
            </>
          ) : (
            "No one is assigned."
          )}
        </p>
        <p>
          <Badge>{state}</Badge>
        </p>
        {conversation.suggested !== null && matter_href === null ? (
          <p>Suggested: {formatMatterNumber(conversation.suggested)}</p>
        ) : null}
      </div>
      <div className="cluster">
        {matter_href === null ? (
          <DialogLink
            needs="handle"
            id="match"
            kind="primary"
            to={paths.admin.matchConversation(id) + search}
          >
            Match to a matter
          </DialogLink>
        ) : null}
        <DialogLink needs="handle" id="assign" to={paths.admin.assignConversation(id) + search}>
          Assign
        </DialogLink>
        {conversation.is_closed ? null : (
          <DialogLink needs="handle" id="snooze" to={paths.admin.snoozeConversation(id) + search}>
            Snooze
          </DialogLink>
        )}
        {conversation.is_snoozed ? (
          <Decide conversation={conversation} decision="reopen" search={search}>
            End snooze
          </Decide>
        ) : null}
        <Decide
          conversation={conversation}
          decision={conversation.is_closed ? "reopen" : "close"}
          search={search}
        >
          {conversation.is_closed ? "Reopen" : "Close"}
        </Decide>
      </div>
    </header>
  );
}

function Decide({
  conversation: { id, version },
  decision,
  search,
  children,
}: {
  conversation: View;
  decision: "close" | "reopen";
  search: string;
  children: string;
}) {
  return (
    <IfPermitted needs="handle">
      <Form method="post" action={paths.admin.decideConversation(id) + search} preventScrollReset>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="decision" value={decision} />
        <SubmitButton kind="secondary" size="small">
          {children}
        </SubmitButton>
      </Form>
    </IfPermitted>
  );
}

function MatchedSender({
  id,
  search,
  sender: { email, email_id, by },
}: {
  id: string;
  search: string;
  sender: View["matched"][number];
}) {
  return (
    <p className="inbox-matched">
      Emails from <bdi>{email}</bdi> come here. Matched by {by}.{" "}
      <DialogLink
        needs="handle"
        id={`undo-match-${email_id}`}
        kind="quiet"
        what={`of ${email}`}
        to={paths.admin.undoMatch(id, email_id) + search}
      >
        Undo match
      </DialogLink>
    </p>
  );
}
