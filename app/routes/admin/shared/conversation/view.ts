import { answerByText } from "#app/domain/conversations/answer-by.ts";
import { isSnoozed } from "#app/domain/conversations/conversation-state.ts";
import { foldQuotes } from "#app/domain/conversations/fold-quotes.ts";
import type { ShownConversation, StreamMessage } from "#app/domain/conversations/stream.server.ts";
import { FAILURES } from "#app/domain/deliveries/failures.ts";
import { eventLabel } from "#app/domain/events/catalogue.ts";
import { AUTOMATIC_LABELS, MATCH_TYPE_LABELS } from "#app/domain/inbound-emails/labels.ts";
import {
  BANK_DETAILS_WARNING,
  mentionsBankDetails,
  SENDER_FAILURES,
} from "#app/domain/inbound-emails/warnings.ts";
import { isUploadType } from "#app/domain/documents/uploaded-file.ts";
import { adminTime, dayInWords, londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { formatFileSize, pluralise } from "#app/domain/shared/format.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";

/** Returns the state of a conversation in words, with the buttons that apply. */
export function stateView(conversation: ShownConversation, now: Date) {
  const { state, snoozed_until, answer_by, unanswered, handler_name } = conversation;
  const today = londonDay(now);
  const snoozed = snoozed_until !== null && isSnoozed({ snoozed_until }, today);
  const waiting = unanswered > 0 ? `, ${pluralise(unanswered, "message")} not answered` : "";
  const is_late = answer_by !== null && answer_by < now;
  return {
    label: snoozed
      ? `Snoozed until ${sentenceDate(snoozed_until, today)}${waiting}`
      : state === "open"
        ? `Open${waiting}`
        : state === "answered"
          ? "Answered"
          : "Closed",
    answer_by: answer_by && !snoozed ? answerByText(answer_by) : null,
    is_late,
    handler: handler_name ?? "No handler",
    can_close: state !== "closed",
    can_reopen: state !== "open" || snoozed,
  };
}

type Place = {
  transaction_id: string | null;
  purchase_intent_id: string | null;
  /** Member of staff who reads the page. */
  reader_id: string;
};

/** Appearance of a message in the stream. */
type Look = "ours" | "theirs" | "letter" | "phone" | "note" | "doubt" | "automatic" | "bounce";

/** Maps messages, newest first, to the items of the stream, oldest first, by day. */
export function streamView(messages: readonly StreamMessage[], place: Place) {
  const items = messages.map((message) => itemView(message, place)).toReversed();
  const days: { day: string; items: typeof items }[] = [];
  for (const item of items) {
    const last = days.at(-1);
    if (last?.day === item.day) last.items.push(item);
    else days.push({ day: item.day, items: [item] });
  }
  return days;
}

export type StreamDay = ReturnType<typeof streamView>[number];
export type StreamItem = StreamDay["items"][number];

function itemView(message: StreamMessage, place: Place) {
  const { transaction_id, purchase_intent_id, reader_id } = place;
  const look = lookOf(message);
  const { own, quoted } = foldQuotes(message.text ?? "");
  return {
    id: message.id,
    look,
    day: dayInWords(message.at),
    time: adminTime(message.at),
    ...headOf(message, look),
    subject: message.subject,
    is_received: message.kind === "email_received",
    text: own,
    quoted,
    is_cut: message.is_cut === true,
    html_href:
      message.has_html && message.inbound_email_id
        ? paths.admin.emailHtml(message.inbound_email_id)
        : null,
    warning: warningOf(message, transaction_id),
    matched: matchedText(message),
    mentions: message.mentions.map(({ first_name }) => first_name),
    is_unread_mention: message.mentions.some(
      ({ id, read_at }) => id === reader_id && read_at === null,
    ),
    failures: message.failures.map(({ recipient, failure }) => ({
      recipient,
      text: failure ? FAILURES[failure] : "It was not delivered.",
      correct:
        transaction_id &&
        paths.admin.transactionTab[purchase_intent_id ? "buyers" : "sellers"](transaction_id),
    })),
    files: message.files.map((file) => ({
      id: file.id,
      name: file.file_name || "Unnamed file",
      size: formatFileSize(file.size_bytes),
      href:
        file.left_out || !message.inbound_email_id
          ? null
          : paths.admin.emailAttachment(message.inbound_email_id, file.position),
      is_added: file.document_id !== null,
      add:
        transaction_id &&
        !file.left_out &&
        file.document_id === null &&
        isUploadType(file.file_type)
          ? paths.admin.fileAttachment(transaction_id, file.id)
          : null,
    })),
    documents: message.documents.map(({ id, file_name, size_bytes }) => ({
      id,
      name: file_name,
      size: formatFileSize(size_bytes),
      href: paths.document(id),
    })),
  };
}

function lookOf(message: StreamMessage): Look {
  const { kind, automatic } = message;
  if (kind === "internal_note") return "note";
  if (kind === "phone_note") return "phone";
  if (kind === "email_sent") return message.author_id ? "ours" : "letter";
  if (kind !== "email_received") return "theirs";
  if (automatic === "bounce") return "bounce";
  if (automatic === "reply") return "automatic";
  return isProved(message) ? "theirs" : "doubt";
}

function isProved({ sender_doubt, is_participant }: StreamMessage) {
  return sender_doubt === null && is_participant;
}

/** Returns a message’s heading and the text after it. A sender who isn’t proved is no heading. */
function headOf(message: StreamMessage, look: Look): { heading: string; about: string } {
  const { author_name, from_email, from_name } = message;
  const author = author_name ?? "A colleague";
  switch (look) {
    case "note":
      return { heading: "Internal note", about: `${author}. Only staff can read this` };
    case "phone": {
      const minutes = message.call_minutes;
      const length = minutes === null ? "" : `, ${pluralise(minutes, "minute")}`;
      return {
        heading: `Phone call with ${message.spoke_with ?? ""}`,
        about: `Noted by ${author}${length}`,
      };
    }
    case "ours":
      return { heading: author, about: `To ${(message.sent_to ?? []).join(", ")}, email` };
    case "letter":
      return {
        heading: message.subject ?? eventLabel(message.email_name ?? ""),
        about: `Sent automatically to ${[message.recipient, ...(message.copied_to ?? [])].filter(Boolean).join(", ")}`,
      };
    case "bounce":
      return { heading: AUTOMATIC_LABELS.bounce, about: from_email ?? "No sender" };
    case "automatic":
      return {
        heading: AUTOMATIC_LABELS.reply,
        about: `From ${from_name ?? from_email ?? "no sender"}. No answer needed`,
      };
    case "doubt":
      return {
        heading: "Sender not proved",
        about: from_email ? `Claims to be from ${from_email}` : "No sender",
      };
    case "theirs":
      if (message.kind === "email_received")
        return {
          heading: from_name ?? from_email ?? "No sender",
          about: `${from_email ?? ""}, email`,
        };
      if (message.kind === "firm_message") {
        const about = `${message.firm_email ?? ""}, on the firm’s page`;
        return { heading: message.spoke_with ?? "Law firm", about };
      }
      return {
        heading: author,
        about: message.kind === "update_request" ? "Asked for an update" : "On their page",
      };
  }
}

function warningOf(message: StreamMessage, transaction_id: string | null): string | null {
  if (message.kind !== "email_received" || message.automatic) return null;
  const words = `${message.subject ?? ""}\n${message.text ?? ""}`;
  if (message.html_has_bank_details || mentionsBankDetails(words))
    return `${BANK_DETAILS_WARNING}.`;
  if (message.sender_doubt) return SENDER_FAILURES[message.sender_doubt];
  return message.is_participant
    ? null
    : `The sender’s address doesn’t belong to anyone on ${transaction_id ? "this" : "any"} matter.`;
}

function matchedText({ match_type, rematched_at, matter_number }: StreamMessage): string | null {
  if (rematched_at && matter_number !== null) {
    return `Matched by rematch to ${formatMatterNumber(matter_number)}`;
  }
  if (match_type === null || match_type === "mailbox_hash" || match_type === "in_reply_to")
    return null;
  return `Matched by: ${MATCH_TYPE_LABELS[match_type]}`;
}
