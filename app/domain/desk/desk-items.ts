/**
 * Derives the work of a matter that waits at the desk. Depends on no clock: an item that begins
 * later has a time in the future, and lists compare it with the present.
 */

import { londonTime } from "#app/domain/shared/london-time.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import { LONG_WORKING_DAYS } from "#app/domain/stages/slow-step-reasons.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { findCheck } from "#app/domain/transactions/person-check.ts";

export const DESK_KINDS = [
  "message",
  "mention",
  "task",
  "late_stage",
  "identity_check",
  "search_results",
  "document",
  "payment_review",
  "undelivered",
  "declined_instruction",
  "sale_agreed",
  "no_handler",
  "paused",
] as const;
export type DeskKind = (typeof DESK_KINDS)[number];

type Person = {
  person_type: "seller" | "buyer" | "giftor";
  email: string | null;
  first_name: string;
  last_name: string;
  purchase_intent_id: string | null;
  is_represented: boolean;
};

type Check = Omit<Person, "is_represented"> & {
  id: string;
  status: string;
  result: string | null;
  updated_at: string;
};

/** Facts of a matter, as read in one query. Times are text, as in JSON. */
export type DeskFacts = {
  id: string;
  created_at: string;
  type: string;
  handler_id: string | null;
  /** Stage, next step, its holder and its day, as stored in the row of the lists. */
  stage: string | null;
  next_step: string | null;
  holder: string | null;
  since: string | null;
  paused_on: string | null;
  paused_until: string | null;
  payment: string;
  paid_at: string | null;
  /** The active purchase or, if none is active, the newest. */
  purchase_intent_id: string | null;
  conversations: {
    id: string;
    handler_id: string | null;
    purchase_intent_id: string | null;
    snoozed_until: string | null;
    unanswered_since: string;
    answer_by: string | null;
  }[];
  mentions: {
    message_id: string;
    user_id: string;
    at: string;
    conversation_id: string;
    purchase_intent_id: string | null;
  }[];
  tasks: { id: string; due_on: string; assignee_id: string | null }[];
  people: Person[];
  /** Checks that are not cancelled, newest first; empty if none needs a review. */
  checks: Check[];
  /** Null if no search is complete. */
  searches: {
    is_complete: boolean;
    /** Results that arrived after the newest report was generated. */
    unread: number;
    unread_since: string | null;
    report: { generated_at: string; was_shared: boolean } | null;
    has_active_purchase: boolean;
  } | null;
  documents: { id: string; purchase_intent_id: string | null; answered_at: string }[];
  payment_reviews: { id: string; created_at: string }[];
  /** Current solicitors who have declined to act. */
  declined: {
    id: string;
    side: Side;
    purchase_intent_id: string | null;
    answered_at: string;
  }[];
  /** The agent’s memorandum of sale that staff must check. */
  memorandum: { id: string; sent_at: string } | null;
  /** The last failure of each address that has received no email since. */
  undelivered: { id: string; failed_at: string; part: string }[];
};

/** Codes and ids for the words of an item. No text that someone typed is stored here. */
export type ItemFacts = {
  purchase_intent_id?: string;
  conversation_id?: string;
  step?: string;
  holder?: string;
  /** Day since which the holder has had the step. */
  step_since?: string;
  part?: string;
  count?: number;
  side?: Side;
};

export type DeskItem = {
  kind: DeskKind;
  source_id: string;
  handler_id: string | null;
  since: Date;
  due_at: Date | null;
  facts: ItemFacts;
};

/** Time in London at which the working day ends. */
const END_OF_DAY = "17:30";

/**
 * Returns the items of a matter. A matter that has ended keeps only what people still wait for:
 * messages, mentions, tasks and payments.
 */
export function deskItems(matter: DeskFacts): DeskItem[] {
  const items = [
    ...matter.conversations.map((conversation) => messageItem(matter, conversation)),
    ...matter.mentions.map(mentionItem),
    ...matter.tasks.map((task) => taskItem(matter, task)),
    ...matter.payment_reviews.map(({ id, created_at }) =>
      item(matter, "payment_review", id, { since: created_at }),
    ),
  ];
  return hasEnded(matter) ? items : [...items, ...openMatterItems(matter)];
}

/** Returns the items of a matter that has neither completed nor aborted. */
function openMatterItems(matter: DeskFacts): DeskItem[] {
  const checks = matter.people.flatMap((person) => checkItem(matter, person));
  const undelivered = matter.undelivered.map(({ id, failed_at, part }) =>
    item(matter, "undelivered", id, { since: failed_at, facts: { part } }),
  );
  const declined = matter.declined
    .filter(({ purchase_intent_id: of }) => of === null || of === matter.purchase_intent_id)
    .map(({ id, side, answered_at }) =>
      item(matter, "declined_instruction", id, { since: answered_at, facts: { side } }),
    );
  const { memorandum } = matter;
  const agreed = memorandum
    ? [item(matter, "sale_agreed", memorandum.id, { since: memorandum.sent_at })]
    : [];
  const covered = new Set([
    ...(agreed.length > 0 ? ["check_memorandum"] : []),
    ...(declined.length > 0 ? ["replace_solicitor"] : []),
    ...(checks.length > 0 ? ["look_at_checks"] : []),
    ...(undelivered.length > 0 ? ["send_letter"] : []),
  ]);
  return [
    ...unowned(matter),
    ...pausedUntil(matter),
    ...declined,
    ...agreed,
    ...lateStage(matter, covered),
    ...checks,
    ...arrivedResults(matter),
    ...matter.documents.map(({ id, purchase_intent_id, answered_at }) =>
      item(matter, "document", id, { since: answered_at, facts: ofPurchase(purchase_intent_id) }),
    ),
    ...undelivered,
  ];
}

const hasEnded = ({ stage }: DeskFacts) => stage === "completed" || stage === "aborted";

function item(
  { handler_id }: Pick<DeskFacts, "handler_id">,
  kind: DeskKind,
  source_id: string,
  { since, facts = {} }: { since: string | Date; facts?: ItemFacts },
): DeskItem {
  return { kind, source_id, handler_id, since: new Date(since), due_at: null, facts };
}

const ofPurchase = (id: string | null): ItemFacts => (id ? { purchase_intent_id: id } : {});

/** An item of a snoozed conversation begins on its day. */
function messageItem(matter: DeskFacts, conversation: DeskFacts["conversations"][number]) {
  const { id, snoozed_until, unanswered_since, answer_by, purchase_intent_id } = conversation;
  const written = new Date(unanswered_since);
  const shown = snoozed_until ? londonTime(snoozed_until) : written;
  return {
    ...item(matter, "message", id, {
      since: shown > written ? shown : written,
      facts: ofPurchase(purchase_intent_id),
    }),
    handler_id: conversation.handler_id ?? matter.handler_id,
    due_at: answer_by ? new Date(answer_by) : null,
  };
}

function mentionItem(mention: DeskFacts["mentions"][number]): DeskItem {
  const { message_id, user_id, at, conversation_id, purchase_intent_id } = mention;
  const facts = { conversation_id, ...ofPurchase(purchase_intent_id) };
  return item({ handler_id: user_id }, "mention", message_id, { since: at, facts });
}

function taskItem(matter: DeskFacts, { id, due_on, assignee_id }: DeskFacts["tasks"][number]) {
  return {
    ...item(matter, "task", id, { since: londonTime(due_on) }),
    handler_id: assignee_id ?? matter.handler_id,
    due_at: londonTime(due_on, END_OF_DAY),
  };
}

function unowned(matter: DeskFacts): DeskItem[] {
  const { id, handler_id, payment, type, paid_at, created_at } = matter;
  if (handler_id !== null || (payment !== "complete" && type !== "development")) return [];
  return [item(matter, "no_handler", id, { since: paid_at ?? created_at })];
}

/** A paused matter waits from its day until staff resume it. */
function pausedUntil(matter: DeskFacts): DeskItem[] {
  const { id, paused_on, paused_until } = matter;
  if (paused_on === null || paused_until === null) return [];
  return [item(matter, "paused", id, { since: londonTime(paused_until) })];
}

/**
 * Steps that are never late: sales that aren’t paid for have their own list, and no one is late
 * without a buyer or between exchange and completion.
 */
const NEVER_LATE: ReadonlySet<string> = new Set(["pay", "find_buyer", "complete"]);

function lateStage(matter: DeskFacts, covered: ReadonlySet<string>): DeskItem[] {
  const { id, next_step: step, holder, since } = matter;
  if (!step || !holder || !since || NEVER_LATE.has(step) || covered.has(step)) return [];
  const late = londonTime(addWorkingDays(since, LONG_WORKING_DAYS));
  const due_at = londonTime(addWorkingDays(since, LONG_WORKING_DAYS - 1), END_OF_DAY);
  const facts = { step, holder, step_since: since };
  return [{ ...item(matter, "late_stage", id, { since: late, facts }), due_at }];
}

/** Returns the item of a person’s newest check, if it failed or its result is not clear. */
function checkItem(matter: DeskFacts, person: Person): DeskItem[] {
  const { purchase_intent_id } = person;
  const isOfOther = purchase_intent_id !== null && purchase_intent_id !== matter.purchase_intent_id;
  if (person.is_represented || isOfOther) return [];
  const check = findCheck(person, matter.checks);
  if (!check || !needsReview(check)) return [];
  const facts = ofPurchase(purchase_intent_id);
  return [item(matter, "identity_check", check.id, { since: check.updated_at, facts })];
}

const needsReview = ({ status, result }: Check) =>
  status === "failed" || (status === "complete" && result !== null && result !== "clear");

/** Results wait until a report of them is generated, and a report until the buyer has it. */
function arrivedResults(matter: DeskFacts): DeskItem[] {
  const { id, searches } = matter;
  if (!searches) return [];
  const { unread, unread_since, report } = searches;
  if (unread > 0 && unread_since) {
    const facts = { count: unread };
    return [item(matter, "search_results", id, { since: unread_since, facts })];
  }
  if (!report || report.was_shared || !searches.is_complete || !searches.has_active_purchase) {
    return [];
  }
  const facts = ofPurchase(matter.purchase_intent_id);
  return [item(matter, "search_results", id, { since: report.generated_at, facts })];
}
