import { EmailLink } from "#app/ui/email-link.tsx";
import { Form, Link, useActionData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { pluralise } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { IfPermitted } from "../allowed.tsx";
import { DialogLink } from "../dialog-link.tsx";
import { AnswerBox } from "./answer-box.tsx";
import type { ConversationAnswer } from "./conversation-action.server.ts";
import type { LoadedConversation } from "./load-conversation.server.ts";
import { NoteBoxes } from "./note-boxes.tsx";
import { Stream } from "./stream.tsx";

/**
 * Renders a conversation for staff: its state, its messages, and the forms to answer it and to add
 * notes. The forms post to the page itself (`conversationAction`).
 */
export function Conversation({
  conversation,
  label,
  stranger = null,
  acts,
}: {
  conversation: LoadedConversation;
  /** Name of the conversation, for screen readers. */
  label: string;
  /** Address of a sender who is on no matter yet. */
  stranger?: string | null;
  /** More buttons next to Close. */
  acts?: ReactNode;
}) {
  const result = useActionData<ConversationAnswer>();
  const { stream, older, answer, colleagues, version } = conversation;
  return (
    <section className="conversation" aria-label={label}>
      <StateBar conversation={conversation} acts={acts} />
      <div className="conversation-stream">
        {older ? <OlderLink older={older} /> : null}
        {stream.length === 0 ? <p>No messages yet.</p> : null}
        <Stream days={stream} />
      </div>
      <IfPermitted needs="handle">
        {answer ? (
          <AnswerBox key={answer.template} answer={answer} version={version} result={result} />
        ) : (
          <MatchFirst id={conversation.id} sender={stranger} />
        )}
        <NoteBoxes
          colleagues={colleagues}
          keys={{ note: conversation.note_key, phone: conversation.phone_key }}
          result={result}
        />
      </IfPermitted>
    </section>
  );
}

/** Renders how to answer emails without a matter. Only a matter has an address for answers. */
function MatchFirst({ id, sender }: { id: string | null; sender: string | null }) {
  const { search } = useLocation();
  return (
    <div className="conversation-answer">
      <p>Match this conversation to a matter before you answer it.</p>
      {id === null ? null : (
        <DialogLink
          needs="handle"
          id="match-to-answer"
          kind="quiet"
          to={paths.admin.matchConversation(id) + search}
        >
          Match to a matter
        </DialogLink>
      )}
      {sender === null ? null : (
        <p>
          If you don’t know the matter, ask <EmailLink email={sender} /> in your email program, then
          close this conversation. A reply to us opens it again.
        </p>
      )}
    </div>
  );
}

function StateBar({ conversation, acts }: { conversation: LoadedConversation; acts: ReactNode }) {
  const { state, version } = conversation;
  if (!state) return null;
  return (
    <div className="conversation-state">
      <p className="cluster">
        <Badge tone={state.is_late ? "stop" : state.answer_by ? "act" : "plain"}>
          {state.label}
        </Badge>
        {state.answer_by ? (
          <span>
            {state.is_late ? "Answer was due by" : "Answer by"} {state.answer_by}
          </span>
        ) : null}
        <span>Handler: {state.handler}</span>
      </p>
      <IfPermitted needs="handle">
        <div className="cluster">
          {acts}
          {state.can_reopen ? (
            <StateButton intent="reopen" version={version}>
              Reopen
            </StateButton>
          ) : null}
          {state.can_close ? (
            <StateButton intent="close" version={version}>
              Close
            </StateButton>
          ) : null}
        </div>
      </IfPermitted>
    </div>
  );
}

function StateButton({
  intent,
  version,
  children,
}: {
  intent: string;
  version: number;
  children: string;
}) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      <input type="hidden" name="version" value={version} />
      <Button type="submit" name="intent" value={intent} kind="secondary" size="small">
        {children}
        <span className="vh"> conversation</span>
      </Button>
    </Form>
  );
}

function OlderLink({ older }: { older: string }) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  query.set("before", older);
  return (
    <p>
      <Link to={`?${query.toString()}`}>Older messages</Link>
    </p>
  );
}

/** Returns the number of unanswered messages, for a link to a conversation; null for none. */
export function unansweredText(count: number): string | null {
  return count > 0 ? pluralise(count, "message") : null;
}
