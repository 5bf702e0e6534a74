import type { DESK_KINDS, DeskFacts } from "#app/domain/desk/desk-items.ts";

const MATTER = "a".repeat(24);
export const SOURCE = "b".repeat(24);
export const BRONWEN = "c".repeat(24);
export const TOMASIN = "d".repeat(24);
const PURCHASE = "e".repeat(24);

/** A matter with a handler, for which nothing waits. */
export const quiet: DeskFacts = {
  id: MATTER,
  created_at: "2026-11-02T09:00:00Z",
  type: "resale",
  handler_id: BRONWEN,
  stage: "enquiries",
  next_step: null,
  holder: null,
  since: null,
  paused_on: null,
  paused_until: null,
  payment: "complete",
  paid_at: "2026-11-02T09:30:00Z",
  purchase_intent_id: PURCHASE,
  conversations: [],
  mentions: [],
  tasks: [],
  people: [],
  checks: [],
  searches: null,
  documents: [],
  payment_reviews: [],
  declined: [],
  memorandum: null,
  undelivered: [],
};

export const conversation = {
  id: SOURCE,
  handler_id: null,
  purchase_intent_id: null,
  snoozed_until: null,
  unanswered_since: "2026-11-23T09:52:00Z",
  answer_by: "2026-11-24T09:52:00Z",
};
export const mention = {
  message_id: SOURCE,
  user_id: TOMASIN,
  at: "2026-11-23T09:00:00Z",
  conversation_id: MATTER,
  purchase_intent_id: PURCHASE,
};
export const task = { id: SOURCE, due_on: "2026-07-06", assignee_id: null };
const person = {
  person_type: "buyer",
  email: "kofi@example.test",
  first_name: "Kofi",
  last_name: "Osei",
  purchase_intent_id: PURCHASE,
} as const;
export const kofi = { ...person, is_represented: false };
export const check = {
  ...person,
  id: SOURCE,
  status: "complete",
  result: "consider",
  updated_at: "2026-11-19T14:25:00Z",
};
export const results = {
  is_complete: false,
  unread: 2,
  unread_since: "2026-11-18T10:00:00Z",
  report: null,
  has_active_purchase: true,
};
const report = { generated_at: "2026-11-19T10:00:00Z", was_shared: false };
const reported = { ...results, is_complete: true, unread: 0, unread_since: null, report };
export const document = {
  id: SOURCE,
  purchase_intent_id: PURCHASE,
  answered_at: "2026-11-20T14:02:00Z",
};
const declined = {
  id: SOURCE,
  side: "buyer",
  purchase_intent_id: PURCHASE,
  answered_at: "2026-11-20T14:02:00Z",
} as const;

export const undelivered = { id: SOURCE, failed_at: "2026-11-20T16:48:00Z", part: "seller" };
export const late = {
  next_step: "answer_enquiries",
  holder: "seller_solicitor",
  since: "2026-11-10",
};

type Expected = {
  kind: (typeof DESK_KINDS)[number];
  source_id?: string;
  handler_id?: string | null;
  since: string;
  due_at?: string;
  facts?: object;
};

/** Facts of a matter, and the one item that follows from them, if any. */
export const CASES: [what: string, facts: Partial<DeskFacts>, item: Expected | null][] = [
  ["nothing that waits", {}, null],
  [
    "an unanswered conversation",
    { conversations: [conversation] },
    { kind: "message", since: "2026-11-23T09:52:00Z", due_at: "2026-11-24T09:52:00Z" },
  ],
  [
    "a conversation of the buyers that a colleague answers",
    {
      conversations: [{ ...conversation, handler_id: TOMASIN, purchase_intent_id: PURCHASE }],
    },
    {
      kind: "message",
      handler_id: TOMASIN,
      since: "2026-11-23T09:52:00Z",
      due_at: "2026-11-24T09:52:00Z",
      facts: { purchase_intent_id: PURCHASE },
    },
  ],
  [
    "a conversation that is snoozed until a day",
    { conversations: [{ ...conversation, snoozed_until: "2026-12-01" }] },
    { kind: "message", since: "2026-12-01T00:00:00Z", due_at: "2026-11-24T09:52:00Z" },
  ],
  [
    "a conversation with a message after its snooze has ended",
    { conversations: [{ ...conversation, snoozed_until: "2026-11-20" }] },
    { kind: "message", since: "2026-11-23T09:52:00Z", due_at: "2026-11-24T09:52:00Z" },
  ],
  [
    "a note that mentions a colleague",
    { mentions: [mention] },
    {
      kind: "mention",
      handler_id: TOMASIN,
      since: "2026-11-23T09:00:00Z",
      facts: { conversation_id: MATTER, purchase_intent_id: PURCHASE },
    },
  ],
  [
    "a task of the handler, which waits from midnight in London",
    { tasks: [task] },
    { kind: "task", since: "2026-07-05T23:00:00Z", due_at: "2026-07-06T16:30:00Z" },
  ],
  [
    "a task of a colleague",
    { tasks: [{ ...task, assignee_id: TOMASIN }] },
    {
      kind: "task",
      handler_id: TOMASIN,
      since: "2026-07-05T23:00:00Z",
      due_at: "2026-07-06T16:30:00Z",
    },
  ],
  [
    "a stage that becomes late after five working days",
    late,
    {
      kind: "late_stage",
      source_id: MATTER,
      since: "2026-11-17T00:00:00Z",
      due_at: "2026-11-16T17:30:00Z",
      facts: { step: "answer_enquiries", holder: "seller_solicitor", step_since: "2026-11-10" },
    },
  ],
  ["a sale that is not paid for", { ...late, next_step: "pay", holder: "seller" }, null],
  ["contracts that are exchanged", { ...late, next_step: "complete", holder: "solicitors" }, null],
  ["a step that no one holds", { ...late, holder: null }, null],
  [
    "a check with a result to consider",
    { people: [kofi], checks: [check] },
    {
      kind: "identity_check",
      since: "2026-11-19T14:25:00Z",
      facts: { purchase_intent_id: PURCHASE },
    },
  ],
  [
    "a check that failed",
    { people: [kofi], checks: [{ ...check, status: "failed", result: null }] },
    {
      kind: "identity_check",
      since: "2026-11-19T14:25:00Z",
      facts: { purchase_intent_id: PURCHASE },
    },
  ],
  [
    "a check to review, once for the check and its late stage",
    { ...late, next_step: "look_at_checks", holder: "us", people: [kofi], checks: [check] },
    {
      kind: "identity_check",
      since: "2026-11-19T14:25:00Z",
      facts: { purchase_intent_id: PURCHASE },
    },
  ],
  [
    "a check that was ordered again",
    { people: [kofi], checks: [{ ...check, status: "pending", result: null }, check] },
    null,
  ],
  ["a clear check", { people: [kofi], checks: [{ ...check, result: "clear" }] }, null],
  ["a check of a person who was removed", { people: [], checks: [check] }, null],
  [
    "a check of a represented person",
    { people: [{ ...kofi, is_represented: true }], checks: [check] },
    null,
  ],
  [
    "a check of a buyer who is not the active one",
    { people: [kofi], checks: [check], purchase_intent_id: SOURCE },
    null,
  ],
  [
    "search results that no report includes",
    { searches: results },
    {
      kind: "search_results",
      source_id: MATTER,
      since: "2026-11-18T10:00:00Z",
      facts: { count: 2 },
    },
  ],
  [
    "a report that the buyer cannot see yet",
    { searches: reported },
    {
      kind: "search_results",
      source_id: MATTER,
      since: "2026-11-19T10:00:00Z",
      facts: { purchase_intent_id: PURCHASE },
    },
  ],
  [
    "a report that was shared",
    { searches: { ...reported, report: { ...report, was_shared: true } } },
    null,
  ],
  ["a report without a buyer", { searches: { ...reported, has_active_purchase: false } }, null],
  [
    "a report before all searches are complete",
    { searches: { ...reported, is_complete: false } },
    null,
  ],
  [
    "a document to accept",
    { documents: [document] },
    { kind: "document", since: "2026-11-20T14:02:00Z", facts: { purchase_intent_id: PURCHASE } },
  ],
  [
    "a payment to review",
    { payment_reviews: [{ id: SOURCE, created_at: "2026-11-20T14:02:00Z" }] },
    { kind: "payment_review", since: "2026-11-20T14:02:00Z" },
  ],
  [
    "an email that was not delivered",
    { undelivered: [undelivered] },
    { kind: "undelivered", since: "2026-11-20T16:48:00Z", facts: { part: "seller" } },
  ],
  [
    "a letter that was not delivered, once for the email and its late stage",
    { ...late, next_step: "send_letter", holder: "us", undelivered: [undelivered] },
    { kind: "undelivered", since: "2026-11-20T16:48:00Z", facts: { part: "seller" } },
  ],
  [
    "a solicitor who has declined, once for the answer and its late stage",
    { ...late, next_step: "replace_solicitor", holder: "us", declined: [declined] },
    { kind: "declined_instruction", since: "2026-11-20T14:02:00Z", facts: { side: "buyer" } },
  ],
  [
    "an agent’s memorandum of sale, once for the memorandum and its late stage",
    {
      ...late,
      next_step: "check_memorandum",
      holder: "us",
      memorandum: { id: SOURCE, sent_at: "2026-11-20T14:02:00Z" },
    },
    { kind: "sale_agreed", since: "2026-11-20T14:02:00Z" },
  ],
  [
    "a solicitor who has declined another purchase",
    { declined: [{ ...declined, purchase_intent_id: TOMASIN }] },
    null,
  ],
  [
    "a paid sale without a handler",
    { handler_id: null },
    { kind: "no_handler", source_id: MATTER, handler_id: null, since: "2026-11-02T09:30:00Z" },
  ],
  [
    "a matter that is paused until a day",
    { paused_on: "2026-11-02", paused_until: "2026-11-30" },
    { kind: "paused", source_id: MATTER, since: "2026-11-30T00:00:00Z" },
  ],
  ["a matter that is paused without a day", { paused_on: "2026-11-02" }, null],
  ["an unpaid sale without a handler", { handler_id: null, payment: "outstanding" }, null],
  [
    "a home of a development without a handler",
    { handler_id: null, payment: "outstanding", type: "development", paid_at: null },
    { kind: "no_handler", source_id: MATTER, handler_id: null, since: "2026-11-02T09:00:00Z" },
  ],
];
