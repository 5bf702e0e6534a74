import { answerBy } from "./answer-by.ts";

const CONVERSATION_STATES = ["open", "answered", "closed"] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];

export const MESSAGE_KINDS = [
  "email_received",
  "email_sent",
  "page_message",
  "update_request",
  "firm_message",
  "phone_note",
  "internal_note",
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** State of a conversation, as its row stores it. */
export type StoredState = {
  state: ConversationState;
  /** First day on which a snoozed conversation is shown again, such as "2026-12-07". */
  snoozed_until: string | null;
  unanswered_since: Date | null;
  answer_by: Date | null;
  /** Number of messages since the last answer. */
  unanswered: number;
  last_message_at: Date;
};

/** Effect of a message: it waits for an answer, it is the answer, or it changes nothing. */
type MessageEffect = "asks" | "answers" | "none";

/**
 * Returns the effect of a message on the state of its conversation. Automatic replies and bounces
 * never open a conversation, and letters that we send automatically answer nothing.
 * @param message.is_automatic true for an automatic reply or a bounce
 * @param message.is_answer true if a person wrote it as the answer
 */
export function effectOf(message: {
  kind: MessageKind;
  is_automatic: boolean;
  is_answer: boolean;
}): MessageEffect {
  const { kind, is_automatic, is_answer } = message;
  switch (kind) {
    case "email_received":
      return is_automatic ? "none" : "asks";
    case "page_message":
    case "update_request":
    case "firm_message":
      return "asks";
    case "email_sent":
    case "phone_note":
      return is_answer ? "answers" : "none";
    case "internal_note":
      return "none";
  }
}

/**
 * Returns the state of a conversation after a message. A message opens a closed conversation. A
 * snoozed conversation stays snoozed and counts the message. The time to answer runs from the
 * earliest message that waits.
 */
export function afterMessage(before: StoredState, effect: MessageEffect, at: Date): StoredState {
  const last_message_at = latest(before.last_message_at, at);
  if (effect === "none") return { ...before, last_message_at };
  if (effect === "answers") return { ...before, ...ENDED, state: "answered", last_message_at };
  const unanswered_since =
    before.unanswered_since && before.unanswered_since < at ? before.unanswered_since : at;
  return {
    state: "open",
    snoozed_until: before.state === "closed" ? null : before.snoozed_until,
    unanswered_since,
    answer_by: answerBy(unanswered_since),
    unanswered: before.unanswered + 1,
    last_message_at,
  };
}

/**
 * Returns the state of a conversation after an answer that leaves messages of other people without
 * one.
 * @param others times of those messages, in any order
 */
export function afterPartialAnswer(before: StoredState, others: readonly Date[]): StoredState {
  const [first] = others.toSorted((one, other) => one.getTime() - other.getTime());
  if (!first) return before;
  return {
    ...before,
    state: "open",
    unanswered_since: first,
    answer_by: answerBy(first),
    unanswered: others.length,
  };
}

/** State of a conversation that waits for nothing. */
const ENDED = { snoozed_until: null, unanswered_since: null, answer_by: null, unanswered: 0 };

/** Returns the state of a conversation after someone closes it. */
export function afterClose(before: StoredState): StoredState {
  return { ...before, ...ENDED, state: "closed" };
}

/** Returns the state of a conversation after someone opens it again. */
export function afterReopen(before: StoredState, now: Date): StoredState {
  return {
    ...before,
    state: "open",
    snoozed_until: null,
    unanswered_since: now,
    answer_by: answerBy(now),
  };
}

/**
 * Returns the state of a conversation after a message that waited for an answer left it for the
 * conversation of another matter.
 * @param others times of the other messages that wait for an answer, in any order
 */
export function afterDeparture(before: StoredState, others: readonly Date[]): StoredState {
  const [first] = others.toSorted((one, other) => one.getTime() - other.getTime());
  if (!first) return afterClose(before);
  return {
    ...before,
    unanswered_since: first,
    answer_by: before.answer_by && answerBy(first),
    unanswered: others.length,
  };
}

/** Returns true if a conversation is not shown before a later day. */
export function isSnoozed({ snoozed_until }: Pick<StoredState, "snoozed_until">, today: string) {
  return snoozed_until !== null && snoozed_until > today;
}

function latest(one: Date, other: Date) {
  return one > other ? one : other;
}
