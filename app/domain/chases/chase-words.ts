/** Questions to firms about their step: the firms, the words and the possible answers. */

import { sentenceDate } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import type { OpenStep } from "#app/domain/stages/current-step.ts";
import { type Audience, holderText } from "#app/domain/stages/stage-holder.ts";
import type { Side } from "#app/domain/transactions/sides.ts";

export const CHASED_FIRMS = ["seller_solicitor", "buyer_solicitor", "estate_agent"] as const;
export type ChasedFirm = (typeof CHASED_FIRMS)[number];

export const FIRM_LABELS: Record<ChasedFirm, string> = {
  seller_solicitor: "Seller’s solicitor",
  buyer_solicitor: "Buyer’s solicitor",
  estate_agent: "Estate agent",
};

/** Side of the matter that a firm acts for. */
export const FIRM_SIDES: Record<ChasedFirm, Side> = {
  seller_solicitor: "seller",
  buyer_solicitor: "buyer",
  estate_agent: "seller",
};

/** Returns the firm that a stored question went to. */
export function firmOf({
  side,
  estate_agent_id,
}: {
  side: Side;
  estate_agent_id: string | null;
}): ChasedFirm {
  return estate_agent_id === null ? `${side}_solicitor` : "estate_agent";
}

type Words = {
  /** Completes "Update needed: …", for the subject. */
  subject: string;
  /** Completes "We’re waiting for you to … 12 Arch Street". */
  waiting: string;
  question: string;
  /** Statement that the firm confirms with the answer "Done". */
  done: string;
  /** Title of the task that follows from the answer "Done". */
  record: string;
};

const STEPS = {
  prepare_contract_pack: {
    subject: "the contract pack",
    waiting: "prepare the contract pack for",
    question: "When will the contract pack be ready?",
    done: "The contract pack is ready",
    record: "Record contract pack ready",
  },
  send_contract_pack: {
    subject: "the contract pack",
    waiting: "send the buyer’s solicitor the contract pack for",
    question: "When will you send the contract pack to the buyer’s solicitor?",
    done: "We’ve sent the contract pack",
    record: "Record contract pack sent",
  },
  raise_enquiries: {
    subject: "your enquiries",
    waiting: "raise your enquiries about",
    question: "When will you raise your enquiries?",
    done: "We’ve raised our enquiries",
    record: "Record enquiries raised",
  },
  answer_enquiries: {
    subject: "replies to enquiries",
    waiting: "reply to the buyer’s enquiries about",
    question: "When will you reply to the enquiries?",
    done: "We’ve replied to the enquiries",
    record: "Record enquiries answered",
  },
  exchange: {
    subject: "exchange",
    waiting: "exchange contracts for",
    question: "When will you exchange contracts?",
    done: "Contracts have been exchanged",
    record: "Record exchange",
  },
  complete: {
    subject: "completion",
    waiting: "complete the sale of",
    question: "When will the sale complete?",
    done: "The sale has completed",
    record: "Record completion",
  },
  find_buyer: {
    subject: "finding a buyer",
    waiting: "find a buyer for",
    question: "When do you expect to have a buyer?",
    done: "There is a buyer",
    record: "Record the buyer",
  },
} satisfies Partial<Record<OpenStep["next"], Words>>;

export type ChasedStep = keyof typeof STEPS;

/** Steps that a firm can be asked about, with our words for each. */
export const CHASED_STEPS: Readonly<Record<ChasedStep, Words>> = STEPS;

/** Returns true if we can ask a firm about a stored step. */
export function isChasedStep(step: string): step is ChasedStep {
  return Object.hasOwn(STEPS, step);
}

export type ChaseTarget = { firm: ChasedFirm; step: ChasedStep };

/**
 * Lists the firms that have a step, with their first step each. Both solicitors have the steps
 * exchange and completion. If a sale needs only a buyer, its estate agent is asked.
 */
export function chaseTargets(steps: readonly OpenStep[], has_agent: boolean): ChaseTarget[] {
  return CHASED_FIRMS.flatMap((firm) => {
    const own = steps.find((step) => firmsOf(step, has_agent).includes(firm));
    return own && isChasedStep(own.next) ? [{ firm, step: own.next }] : [];
  });
}

function firmsOf({ next, holder }: OpenStep, has_agent: boolean): ChasedFirm[] {
  if (next === "find_buyer") return has_agent ? ["estate_agent"] : [];
  if (holder === "solicitors") return ["seller_solicitor", "buyer_solicitor"];
  return holder === "seller_solicitor" || holder === "buyer_solicitor" ? [holder] : [];
}

/** Days for which the link in the email works. */
export const CHASE_DAYS = 30;

const FOLLOW_UP_WORKING_DAYS = 3;

/** Returns the day on which we follow up a question, such as "2026-12-04". */
export function followUpDay(asked_on: string): string {
  return addWorkingDays(asked_on, FOLLOW_UP_WORKING_DAYS);
}

export const CHASE_ANSWERS = ["done", "by_day", "waiting", "not_ours"] as const;
export type ChaseAnswer = (typeof CHASE_ANSWERS)[number];

/** Returns the labels of the answers on the firm’s page. */
export function answerLabels(step: ChasedStep): Record<ChaseAnswer, string> {
  return {
    done: `Done: ${CHASED_STEPS[step].done.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`,
    by_day: "We’ll do this by a day",
    waiting: "We’re waiting for someone else",
    not_ours: "This isn’t ours",
  };
}

export type GivenAnswer = {
  answer: ChaseAnswer | null;
  answer_day: string | null;
  answer_waiting_for: string | null;
};

/**
 * Returns a firm’s answer for staff, such as "By Friday 4 December"; null without an answer.
 * @param today such as "2026-12-01"
 */
export function answerText(
  { answer, answer_day, answer_waiting_for }: GivenAnswer,
  today: string,
): string | null {
  switch (answer) {
    case null:
      return null;
    case "done":
      return "Done";
    case "by_day":
      return answer_day && `By ${sentenceDate(answer_day, today)}`;
    case "waiting":
      return `Waiting for ${answer_waiting_for ?? "someone else"}`;
    case "not_ours":
      return "Not theirs";
  }
}

/** Next step of the handler after each answer of a firm. */
export const AFTER_ANSWER: Record<ChaseAnswer, string> = {
  done: "Please record it. There’s a task for it on the matter.",
  by_day: "You don’t need to do anything until then.",
  waiting: "Please check whether we can help them with that.",
  not_ours: "Please find out who has this step.",
};

/**
 * Returns what a customer reads about a question, such as "We asked your solicitor on Tuesday 1
 * December and will ask again on Friday 4 December." Of the answer, it shows only a day.
 * @param today such as "2026-12-01"
 */
export function askedText(
  chase: GivenAnswer & { firm: ChasedFirm; asked_on: string; follow_up_on: string },
  { reader, today }: { reader: Audience; today: string },
): string {
  const { firm, asked_on, follow_up_on, answer, answer_day } = chase;
  const name = firm === "estate_agent" ? agentText(reader) : holderText(firm, reader);
  const asked = `We asked ${name} ${onDay(asked_on, today)}`;
  if (answer === "by_day" && answer_day) {
    return answer_day < today
      ? `${asked}.`
      : `${asked}. They expect to finish by ${sentenceDate(answer_day, today)}.`;
  }
  if (answer === "done" || answer === "not_ours" || follow_up_on < today) return `${asked}.`;
  return `${asked} and will ask again ${onDay(follow_up_on, today)}.`;
}

const agentText = (reader: Audience) =>
  reader === "seller" ? "your estate agent" : "the estate agent";

const onDay = (day: string, today: string) =>
  day === today ? "today" : `on ${sentenceDate(day, today)}`;

/** Words of the email to a firm, which staff see before it is sent. */
type ChaseLetter = {
  subject: string;
  greeting: string;
  paragraphs: string[];
  button: string;
  after: string[];
};

/** Returns the words of the email that asks a firm about its step. */
export function chaseLetter({
  step,
  property,
  street,
  first_name,
  reference,
  answer_by,
  expires_on,
}: {
  step: ChasedStep;
  /** The whole address. */
  property: string;
  /** The address without town and postcode, for the subject. */
  street: string;
  first_name: string | null;
  /** Number of the matter, such as "F-10482", with which the subject ends. */
  reference: string;
  /** Day on which we follow up, such as "Friday 4 December". */
  answer_by: string;
  /** Day until which the link works, such as "Thursday 31 December". */
  expires_on: string;
}): ChaseLetter {
  const { subject, waiting, question } = CHASED_STEPS[step];
  return {
    subject: `Update needed: ${subject}, ${street} (${reference})`,
    greeting: first_name ? `Hello ${first_name},` : "Hello,",
    paragraphs: [
      `We’re waiting for you to ${waiting} ${property}. ${question}`,
      `Please answer by ${answer_by} using the button below. You don’t need an account.`,
    ],
    button: "Answer this question",
    after: [
      `If this isn’t yours to do, choose “This isn’t ours”. The link works once, until ${expires_on}.`,
      `Our reference: ${reference}`,
      "To reach our team, reply to this email.",
    ],
  };
}
