import {
  answerBy,
  answerByText,
  clockTime,
  nextUpdateDay,
} from "#app/domain/conversations/answer-by.ts";
import { foldQuotes } from "#app/domain/conversations/fold-quotes.ts";
import type { readOwnMessages } from "#app/domain/conversations/own-messages.server.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { formatFileSize } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";

type Own = Awaited<ReturnType<typeof readOwnMessages>>;

/** Maps a customer’s messages, newest first, to the days of their page, oldest first. */
export function messagesView(
  { items: messages, contacts }: Pick<Own, "items" | "contacts">,
  reader_id: string,
) {
  const today = londonDay(new Date());
  const view = (message: Own["items"][number]) => ({
    ...messageView(message, reader_id),
    to: addressees(message, contacts),
  });
  const days: { day: string; items: ReturnType<typeof view>[] }[] = [];
  for (const message of messages.toReversed()) {
    const day = sentenceDate(message.at, today);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(view(message));
    else days.push({ day, items: [view(message)] });
  }
  return days;
}

export type MessageDay = ReturnType<typeof messagesView>[number];

function messageView(message: Own["items"][number], reader_id: string) {
  const { id, kind, at, text, subject, documents } = message;
  const is_ours = kind === "email_sent";
  const isEmail = is_ours || kind === "email_received";
  const { own, quoted } = foldQuotes(text ?? "");
  return {
    id,
    is_ours,
    who: whoWrote(message, reader_id),
    when: isEmail ? `${clockTime(at)}, by email` : clockTime(at),
    subject: isEmail ? subject : null,
    text: kind === "update_request" ? "Asked for an update" : own,
    quoted,
    documents: documents.map((document) => ({
      id: document.id,
      name: document.file_name,
      size: formatFileSize(document.size_bytes),
      href: paths.document(document.id),
    })),
  };
}

/**
 * Returns whom our answer was emailed to, such as "To Grace", if it wasn’t everyone on the side who
 * has an email address; otherwise null.
 */
function addressees({ sent_to }: Own["items"][number], contacts: Own["contacts"]): string | null {
  const addresses = (sent_to ?? []).map((address) => address.toLowerCase());
  const reached = contacts.filter(({ email }) => addresses.includes(email.toLowerCase()));
  if (reached.length === 0 || reached.length === contacts.length) return null;
  return `To ${new Intl.ListFormat("en-GB").format(reached.map(({ first_name }) => first_name))}`;
}

function whoWrote(message: Own["items"][number], reader_id: string): string {
  const { kind, author_id, author_name, from_name, is_from_reader } = message;
  if (kind === "email_sent") return author_name ? `${author_name}, ${PRODUCT_NAME}` : PRODUCT_NAME;
  if (kind === "email_received") return is_from_reader ? "You" : (from_name ?? "Your side");
  return author_id === reader_id ? "You" : (author_name ?? "Your side");
}

/**
 * Returns what the page says about asking for an update, and when we’ll answer. A message from a
 * firm may be the one that we haven’t answered, so the page counts from the side’s own.
 */
export function updateView(
  { asked, unanswered_since, items }: Pick<Own, "asked" | "unanswered_since" | "items">,
  { reader_id, now }: { reader_id: string; now: Date },
) {
  const today = londonDay(now);
  const can_ask = asked === null || nextUpdateDay(asked.at) <= today;
  const is_open = asked !== null && unanswered_since !== null && unanswered_since <= asked.at;
  const unanswered = items.filter(
    ({ kind, at }) => kind !== "email_sent" && unanswered_since !== null && at >= unanswered_since,
  );
  // A request has its own time, also if an earlier message has waited for longer.
  const waiting = is_open ? asked : unanswered.at(-1);
  const promised = waiting ? answerBy(waiting.at) : null;
  return {
    title: !is_open
      ? "Ask for an update"
      : asked.author_id === reader_id
        ? "You asked for an update"
        : "Your side asked for an update",
    asked:
      asked && (is_open || !can_ask)
        ? `Asked on ${sentenceDate(asked.at, today)} at ${clockTime(asked.at)}.`
        : null,
    promised_for:
      waiting && !is_open ? `the message of ${sentenceDate(waiting.at, today)}` : "this request",
    answer_by: promised && answerByText(promised),
    is_late: promised !== null && promised < now,
    can_ask,
    rule: "We answer within one working day (Monday to Friday, 9am to 5.30pm). You can ask once a working day.",
  };
}
