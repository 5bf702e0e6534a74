import {
  listSendable,
  readTemplateFacts,
  suggestSubject,
} from "#app/domain/conversations/answer.server.ts";
import {
  ANSWER_TEMPLATES,
  type Facts,
  fillFacts,
} from "#app/domain/conversations/answer-templates.ts";
import { FIRST_VERSION } from "#app/domain/conversations/conversations.server.ts";
import { listColleagues } from "#app/domain/conversations/notes.server.ts";
import { findAsker, listRecipients } from "#app/domain/conversations/recipients.server.ts";
import {
  readConversation,
  readStream,
  STREAM_PAGE,
} from "#app/domain/conversations/stream.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { dayInWords } from "#app/domain/shared/dates.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { replyAddress } from "#app/platform/reply-address.server.ts";
import { db } from "#db/connection.ts";
import { formName } from "./form-name.ts";
import { stateView, streamView } from "./view.ts";

type Place = {
  /** Null for a side that has no conversation yet. */
  conversation_id: string | null;
  transaction_id: string | null;
  purchase_intent_id: string | null;
};

/**
 * Reads a conversation for its page: its state, its messages and what its forms need. The address
 * may name a template, and the message before which older messages are shown.
 */
export async function loadConversation(request: Request, reader: StaffReader, place: Place) {
  const { conversation_id: id } = place;
  const query = new URL(request.url).searchParams;
  const conversation = id ? await readConversation(db, reader, id) : null;
  const stream = id
    ? await readStream(db, reader, id, {
        limit: STREAM_PAGE,
        after: query.get("before") ?? undefined,
      })
    : { items: [], next: null };
  return {
    id,
    state: conversation && stateView(conversation, new Date()),
    version: conversation?.version ?? FIRST_VERSION,
    stream: streamView(stream.items, { ...place, reader_id: reader.id }),
    older: stream.next,
    answer: await loadAnswer(reader, place, request.url),
    colleagues: await listColleagues(db, reader),
    note_key: newIdempotencyKey(formName("note", request.url)),
    phone_key: newIdempotencyKey(formName("phone", request.url)),
  };
}

export type LoadedConversation = Awaited<ReturnType<typeof loadConversation>>;

async function loadAnswer(reader: StaffReader, place: Place, url: string) {
  const template_id = new URL(url).searchParams.get("template");
  const { conversation_id, transaction_id, purchase_intent_id } = place;
  if (transaction_id === null) return null;
  const side = { id: conversation_id ?? "", transaction_id, purchase_intent_id };
  const people = await listRecipients(db, reader, side);
  const asker = conversation_id ? await findAsker(db, conversation_id) : null;
  const reachable = people.filter(({ is_bounced }) => !is_bounced);
  const to =
    reachable.find(({ email }) => email.toLowerCase() === asker?.toLowerCase()) ??
    reachable.find(({ is_customer }) => is_customer) ??
    null;
  const found = await readTemplateFacts(db, side, { actor_id: reader.id, to: to?.email ?? null });
  const template = ANSWER_TEMPLATES.find(({ id }) => id === template_id);
  return {
    key: newIdempotencyKey(formName("answer", url)),
    to,
    people,
    copies: people
      .filter(({ is_customer, is_bounced, email }) => {
        return to?.is_customer === true && is_customer && !is_bounced && email !== to.email;
      })
      .map(({ email }) => email),
    from: replyAddress(transaction_id),
    subject: await suggestSubject(db, side, to?.email ?? null),
    text: template && found ? fillFacts(template.text, factsOf(found)) : "",
    template: template?.id ?? "",
    documents: await listSendable(db, reader, side),
  };
}

type FoundFacts = NonNullable<Awaited<ReturnType<typeof readTemplateFacts>>>;

function factsOf({ number, searches_ordered, ...found }: FoundFacts): Facts {
  const day = (date: string | null) => date && dayInWords(date);
  return {
    ...found,
    number: `F-${number}`,
    exchange_date: day(found.exchange_date),
    completion_date: day(found.completion_date),
    search_days: day(searches_ordered),
  };
}
