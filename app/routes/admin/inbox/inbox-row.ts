import { AUTOMATIC_LABELS } from "#app/domain/inbound-emails/labels.ts";
import type { InboxRow } from "#app/domain/inbox/inbox-rows.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { londonDay, shortDay } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { workingDaysBetween } from "#app/domain/shared/working-days.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";

export type InboxRowView = ReturnType<typeof inboxRowView>;

/** Maps a conversation to the three lines that the inbox shows of it. */
export function inboxRowView(
  row: InboxRow,
  { reader_id, now, to }: { reader_id: string; now: Date; to: (id: string) => string },
) {
  const { id, number, address, sender, last, state, unanswered, snoozed_until } = row;
  const today = londonDay(now);
  const is_snoozed = snoozed_until !== null && snoozed_until > today;
  return {
    id,
    href: to(id),
    person: peopleOf(row),
    number: number === null ? null : formatMatterNumber(number),
    matter: address === null ? unmatchedText(last?.suggested_number ?? null) : addressLine(address),
    is_matched: address !== null,
    mark: markOf(row),
    words: wordsOf(row, reader_id),
    waiting: state === "open" ? waitingTime(row, now) : null,
    day: is_snoozed
      ? `Until ${shortDay(snoozed_until, today)}`
      : state === "open"
        ? null
        : shortDay(londonDay(row.last_message_at), today),
    is_back: state === "answered" && snoozed_until !== null && !is_snoozed,
    new_messages: is_snoozed && unanswered > 0 ? pluralise(unanswered, "new message") : null,
    sender,
  };
}

function unmatchedText(suggested: number | null) {
  return suggested === null
    ? "No matter"
    : `No matter. Suggested: ${formatMatterNumber(suggested)}`;
}

/** Several people may wait in one conversation, such as a seller and the solicitor. */
function peopleOf(row: InboxRow): string {
  const others = row.state === "open" ? row.senders - 1 : 0;
  return others > 0 ? `${personOf(row)} and ${pluralise(others, "other")}` : personOf(row);
}

/**
 * Returns the person whom a row is about: the sender of the last message or, if the last one is
 * ours, the customer. A sender who isn’t proved is never named as if the name were true.
 */
function personOf({ last, sender, customer_first_name, customer_last_name }: InboxRow): string {
  const customer = personName(customer_first_name, customer_last_name) ?? sender ?? "No sender";
  if (!last || last.kind === "email_sent") return customer;
  if (last.kind !== "email_received") {
    return personName(last.author_first_name, last.author_last_name) ?? last.spoke_with ?? customer;
  }
  const { from_name, from_email, is_proved, automatic } = last;
  const name = from_name ?? from_email ?? "No sender";
  return is_proved || automatic !== null || from_email === null
    ? name
    : `Claims to be from ${name}`;
}

function personName(first_name: string | null, last_name: string | null) {
  return first_name === null ? null : fullName({ first_name, last_name });
}

type Mark = { text: string; tone: "act" | "stop" | "plain" };

function markOf({ last }: InboxRow): Mark | null {
  if (!last) return null;
  if (last.is_bounced) return { text: "Bounced: could not be delivered", tone: "stop" };
  if (last.kind !== "email_received") return null;
  if (last.automatic) return { text: AUTOMATIC_LABELS[last.automatic], tone: "plain" };
  if (!last.is_proved) return { text: "Sender not proved", tone: "act" };
  return null;
}

function wordsOf({ last }: InboxRow, reader_id: string): string {
  if (!last) return "No messages";
  if (last.kind === "update_request" && !last.words) return "Asked for an update";
  const text = oneLine(last.words) || oneLine(last.subject) || "No text";
  if (last.kind !== "email_sent") return `“${text}”`;
  const author = personName(last.author_first_name, last.author_last_name);
  const by = last.author_id === reader_id ? "You" : (author ?? "Fanlight");
  // The subject says more about an automatic email than its greeting does.
  return `${by}: “${author === null ? oneLine(last.subject) || text : text}”`;
}

/** Characters of a message that fit on a line of the widest list. */
const MAX_LINE = 160;

function oneLine(text: string | null) {
  return (text ?? "").replace(/\s+/g, " ").trim().slice(0, MAX_LINE);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns how long a conversation has waited. It is late once the time to answer has passed, and
 * very late from the next working day on.
 */
function waitingTime({ unanswered_since, answer_by }: InboxRow, now: Date) {
  if (!unanswered_since) return null;
  const ms = Math.max(0, now.getTime() - unanswered_since.getTime());
  const is_late = answer_by !== null && answer_by < now;
  const days_late = is_late ? workingDaysBetween(londonDay(answer_by), londonDay(now)) : 0;
  return {
    text: durationText(ms),
    tone: is_late ? (days_late > 0 ? ("stop" as const) : ("act" as const)) : null,
  };
}

function durationText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return pluralise(Math.floor(ms / HOUR_MS), "hour");
  return pluralise(Math.floor(ms / DAY_MS), "day");
}
