import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { readInboxConversation } from "#app/domain/inbox/read-conversation.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { Notification } from "#app/ui/notification.tsx";
import { EmailText } from "#app/ui/email-text.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { Conversation } from "../shared/conversation/conversation.tsx";
import { conversationAction } from "../shared/conversation/conversation-action.server.ts";
import { loadConversation } from "../shared/conversation/load-conversation.server.ts";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { openRecord, requireActor } from "../shared/open-record.server.ts";
import { MatchLink } from "./match-link.tsx";
import { placeIn } from "./place-fields.tsx";
import { FETCH_FAILURE, placeQuery, readInboxPlace } from "./inbox-place.server.ts";

export const handle: PageHandle = { title: titleFromData("Conversation"), part: "Inbox" };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "look",
    async read(reader) {
      const found = await readInboxConversation(db, reader, id);
      const { transaction_id, purchase_intent_id } = found;
      const place = { conversation_id: id, transaction_id, purchase_intent_id };
      return {
        ...headView(found, reader.id),
        conversation: await loadConversation(request, reader, place),
      };
    },
    title: ({ title }) => title,
    failure: FETCH_FAILURE,
    back: paths.admin.inbox(),
  });
}

/** Sends an answer, saves a note, or closes or reopens the conversation. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const { transaction_id, purchase_intent_id } = await readInboxConversation(db, actor, id).catch(
    asErrorPage,
  );
  return conversationAction({
    actor,
    form,
    place: transaction_id === null ? null : { transaction_id, purchase_intent_id },
    open: () => Promise.resolve(id),
    here: paths.admin.conversation(id, placeQuery(readInboxPlace(request))),
  });
}

type Found = Awaited<ReturnType<typeof readInboxConversation>>;

function headView(found: Found, reader_id: string) {
  const { id, transaction_id, address, number, sender, side, answerer_id, last } = found;
  const answerer = nameOf(found.answerer_first_name, found.answerer_last_name);
  return {
    id,
    title: address === null ? `Emails from ${sender ?? "no sender"}` : addressLine(address),
    number: number === null ? null : formatMatterNumber(number),
    matter_href: transaction_id === null ? null : paths.admin.transaction(transaction_id),
    side: side === null ? null : side === "seller" ? "Sellers’ side" : "Buyers’ side",
    customer: nameOf(found.customer_first_name, found.customer_last_name),
    answerer: answerer_id === reader_id ? "you" : answerer,
    stranger: transaction_id === null ? sender : null,
    is_closed: found.state === "closed",
    suggested:
      transaction_id === null && last?.suggested_number
        ? formatMatterNumber(last.suggested_number)
        : null,
    matched: found.matched.map(({ email, email_id, matched_at, matched_by }) => ({
      email,
      email_id,
      by: `${matched_by ?? "a colleague"} on ${adminDate(matched_at)}`,
    })),
  };
}

function nameOf(first_name: string | null, last_name: string | null) {
  return first_name === null ? null : fullName({ first_name, last_name });
}

type Head = ReturnType<typeof headView>;

/** Shows one conversation of the inbox, with its answer box, its notes and its other actions. */
export default function InboxConversation() {
  const { record, problem } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const place = placeIn(search);
  return (
    <div className="inbox-conversation">
      <Link className="back-link inbox-back" to={paths.admin.inbox() + place}>
        <ArrowLeft aria-hidden="true" />
        Back to the inbox
      </Link>
      {record ? (
        <WithDialog>
          <Title head={record} />
          {record.matched.map((sender) => (
            <MatchedSender key={sender.email_id} id={record.id} place={place} sender={sender} />
          ))}
          <Conversation
            key={record.id}
            conversation={record.conversation}
            label={record.title}
            stranger={record.stranger}
            acts={<Acts head={record} place={place} />}
          />
        </WithDialog>
      ) : (
        <Notification kind="error" title={problem}>
          <p>A colleague may have matched its emails to a matter. Check the inbox.</p>
        </Notification>
      )}
    </div>
  );
}

function Title({ head }: { head: Head }) {
  const { title, number, matter_href, side, customer, answerer, suggested } = head;
  return (
    <header className="inbox-conversation-head">
      <h2>
        {matter_href ? (
          <Link to={matter_href}>{title}</Link>
        ) : (
          <bdi>
            <EmailText>{title}</EmailText>
          </bdi>
        )}{" "}
        {number ? <span className="hint">{number}</span> : null}
      </h2>
      <p>
        {side ? `${side}: ` : "No matter. "}
        {customer ? (
          <>
            <b>{customer}</b>.{" "}
          </>
        ) : null}
        {answerer === "you" ? (
          "Yours to answer."
        ) : answerer ? (
          <>
            <b>{answerer}</b> answers.
          </>
        ) : (
          "No one is assigned."
        )}
        {suggested ? ` Suggested: ${suggested}` : null}
      </p>
    </header>
  );
}

function Acts({ head: { id, matter_href, is_closed }, place }: { head: Head; place: string }) {
  return (
    <>
      {matter_href ? null : <MatchLink id={id} place={place} />}
      <DialogLink needs="handle" id="assign" to={paths.admin.assignConversation(id) + place}>
        Assign
      </DialogLink>
      {is_closed ? null : (
        <DialogLink needs="handle" id="snooze" to={paths.admin.snoozeConversation(id) + place}>
          Snooze
        </DialogLink>
      )}
    </>
  );
}

function MatchedSender({
  id,
  place,
  sender: { email, email_id, by },
}: {
  id: string;
  place: string;
  sender: Head["matched"][number];
}) {
  return (
    <p className="inbox-matched">
      <span>
        Emails from{" "}
        <bdi>
          <EmailText>{email}</EmailText>
        </bdi>{" "}
        come here. Matched by {by}.
      </span>
      <DialogLink
        needs="handle"
        id={`undo-match-${email_id}`}
        kind="quiet"
        what={`of ${email}`}
        to={paths.admin.undoMatch(id, email_id) + place}
      >
        Undo match
      </DialogLink>
    </p>
  );
}
