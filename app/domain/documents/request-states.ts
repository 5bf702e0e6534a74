import type { Selectable } from "kysely";
import { NotFoundError } from "#app/domain/errors.ts";
import { sentenceDate } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import type { DB } from "#db/types.d.ts";
import { USUAL_WORKING_DAYS } from "./request-rules.ts";

type RequestStatus = Selectable<DB["document_requests"]>["status"];

/** Labels of the states of a request, for customers and staff. */
export const STATUS_LABELS: Record<RequestStatus, string> = {
  requested: "Requested",
  received: "Received",
  accepted: "Accepted",
  sent_back: "Sent back",
  not_needed: "Not needed",
};

/** Heading of the form for files that answer no request. */
export const SOMETHING_ELSE = "Send something else";

/** Maximum number of characters of a reason. */
export const MAX_REASON = 1_000;

/** Returns true if the customer must still send the document, or say that they don’t have it. */
export function isOpen({ status }: { status: RequestStatus }): boolean {
  return status === "requested" || status === "sent_back";
}

/** Returns the error for a request that doesn’t exist or belongs to another side. */
export function requestNotFound(): NotFoundError {
  return new NotFoundError("Request not found");
}

/**
 * Decisions of staff on a request: the states that each follows, the new state, and the event. Undo
 * leads back to "received" or, if no file was sent, to "requested".
 */
export const DECISIONS = {
  accept: { from: ["received"], to: "accepted", event_name: "document_accepted" },
  send_back: { from: ["received", "accepted"], to: "sent_back", event_name: "document_sent_back" },
  not_needed: {
    from: ["requested", "sent_back", "received"],
    to: "not_needed",
    event_name: "document_not_needed",
  },
  undo: {
    from: ["accepted", "sent_back", "not_needed"],
    to: null,
    event_name: "document_reopened",
  },
} as const satisfies Record<
  string,
  { from: readonly RequestStatus[]; to: RequestStatus | null; event_name: string }
>;

export type Decision = keyof typeof DECISIONS;

/** Returns the decisions that staff can make on a request with this status. */
export function possibleDecisions(status: RequestStatus): Decision[] {
  return DECISION_NAMES.filter((name) => follows(name, status));
}

/** Returns the decision with this name, or null. */
export function findDecision(name: string): Decision | null {
  return DECISION_NAMES.find((known) => known === name) ?? null;
}

const DECISION_NAMES = ["accept", "send_back", "not_needed", "undo"] as const;

/** Returns true if a decision can follow a status. */
export function follows(decision: Decision, status: RequestStatus): boolean {
  const from: readonly RequestStatus[] = DECISIONS[decision].from;
  return from.includes(status);
}

/**
 * Returns the task of sending the open requests, for the customer’s summary. The water bill is
 * a separate task (CU-8).
 */
export function documentTasks(
  open: readonly { kind: string; title: string; due_on: string }[],
): { title: string; detail: string }[] {
  const others = open.filter(({ kind }) => kind !== "water_bill");
  const [first] = others;
  if (!first) return [];
  const names = new Intl.ListFormat("en-GB").format(others.map(({ title }) => title));
  const due = sentenceDate(first.due_on, first.due_on);
  return others.length === 1
    ? [{ title: `Send us 1 document: ${names}`, detail: `Upload it on your dashboard by ${due}.` }]
    : [
        {
          title: `Send us ${others.length} documents`,
          detail: `${names}. Upload them on your dashboard. The first is due by ${due}.`,
        },
      ];
}

export const DECISION_LABELS: Record<Decision, string> = {
  accept: "Accept",
  send_back: "Send back",
  not_needed: "Not needed",
  undo: "Undo",
};

/** Decisions for which staff give a reason that the customer reads. */
export const NEEDS_REASON: ReadonlySet<Decision> = new Set(["send_back", "not_needed"] as const);

/** Tones of the badges of the states. */
export const STATUS_TONES = {
  requested: "act",
  received: "wait",
  accepted: "done",
  sent_back: "stop",
  not_needed: "plain",
} as const satisfies Record<RequestStatus, string>;

/** Lists of staff: requests to review, and open requests that are past their day. */
export const REVIEW_LISTS = ["to_review", "overdue"] as const;
export type ReviewList = (typeof REVIEW_LISTS)[number];

/** Value of the choice of the sellers in the form, instead of the id of a purchase. */
export const SELLERS = "sellers";

/**
 * Returns by when a document is needed, as a sentence.
 * @param due_on such as "2026-12-11"
 * @param today the date in London, such as "2026-11-29"
 */
export function dueText(due_on: string, today: string): string {
  const day = sentenceDate(due_on, today);
  return due_on < today
    ? `It was due on ${day}. Send it as soon as you can.`
    : `Send it by ${day}.`;
}

/** Returns when a document that is requested today is due, such as "Send it by Friday 11 May." */
export function usualDueText(today: string): string {
  return dueText(addWorkingDays(today, USUAL_WORKING_DAYS), today);
}
