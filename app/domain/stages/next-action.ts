import { sentenceDate } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import { checkState, type StepFacts } from "#app/domain/transactions/customer-progress.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import { makeCard, type CardWords, type CardKind, type ActionCard } from "./card-type.ts";
import { DONE, endedCard, fallThroughCard, pausedCard } from "./closing-cards.ts";
import { endOf } from "./done-stages.ts";
import { type Known, nextCard } from "./next-card.ts";
import { slowStepReason } from "./slow-step-reasons.ts";
import { type OwnCheckCard, ownCheck } from "./own-check.ts";
import { hasNoBuyer } from "./ready-for-a-buyer.ts";
import { fallThroughOf } from "./stages.ts";
import { type NextStep, type OpenStep, stepForReader } from "./current-step.ts";
import { sideOf, type HolderWithDate } from "./stage-holder.ts";
import type { ShownStage } from "./describe-stages.ts";

/** Returns the card of a matter, for a customer’s dashboard and the weekly summary. */
export function turnCard({
  facts,
  stages,
  is_refunded = false,
  ...reader
}: Omit<Known, "exchange" | "step_side" | "has_buyer"> & {
  facts: StageFacts;
  stages: readonly ShownStage[];
  /** True if a refund of the seller’s payment is recorded, even a partial one. */
  is_refunded?: boolean;
}): ActionCard {
  const exchange = facts.purchase?.exchanged ?? null;
  const { side, today } = reader;
  const stopped = fallThroughOf(facts, today);
  const has_solicitor = reader.steps.law_firm !== null;
  if (side === "seller" && facts.ended_on !== null) {
    return endedCard(facts.ended_on, { today, has_solicitor, is_refunded });
  }
  if (stopped) {
    // A buyer’s first stage lasts until both sides have a solicitor.
    const isFirst = side === "buyer" && !facts.has_solicitor.buyer && exchange === null;
    const stage = isFirst ? "instructed" : stopped.stage;
    return fallThroughCard(side, { ...stopped, stage, today, has_solicitor, is_refunded });
  }
  if (facts.pause && endOf(facts, today) === null) {
    return pausedCard(side, facts.pause.until, today);
  }
  const step = stepForReader(facts, today, side);
  // No stage is under way while a sale needs only a buyer.
  const now =
    stages.find(({ state }) => state === "now") ?? stages.find(({ name }) => name === step?.of);
  if (!step || !now) return makeCard(DONE[side]);
  const is_own = step.holder !== null && sideOf(step.holder) === side;
  const known = { ...reader, exchange, step_side: step.side, has_buyer: !hasNoBuyer(facts) };
  const next = nextCard(step.next, known);
  const own = ownCheck(known.steps);
  // The reader’s own ID check comes first if they still have to complete it, or if the next step
  // has no due date.
  const leads = own && (own.kind === "yours" || !next.due);
  const asked = leads ? withOwnCheck(own, next) : next;
  const stage = leads ? "identity" : step.of;
  const held = stages.find(({ name }) => name === stage) ?? now;
  const [note = null] = now.notes.toReversed();
  const { instructed_on, buyer_instructed_on } = facts.days;
  const since = side === "seller" ? instructed_on : buyer_instructed_on;
  const words = withNote(withPapers(asked, known, since), note);
  // If the reader’s task is not the matter’s next step, the card does not show the holder, who is
  // shown in the list of stages.
  const isOpenCheck = held.name === "identity" && held.state !== "done";
  const is_anothers = words.kind === "yours" && !is_own && !isOpenCheck;
  const isOver = leads === true && isStopped(known.steps);
  return makeCard(words, {
    due: words.due ?? [],
    is_own_check: leads === true,
    current_holder: is_anothers || isOver ? null : whoHasIt(held, words.kind),
    why:
      words.kind === "yours" || isOver
        ? null
        : whyItTakesLong(step, { facts, is_late: held.by_when?.is_late, today }),
    lacks_day: !(step.next === "pay" && hasNoSolicitor(facts)) && (held.by_when?.is_late ?? true),
    note: note && { id: note.id, note: note.note, left: note.left },
  });
}

/**
 * Returns the card about the reader’s own ID check. If the next step of the matter is theirs too,
 * it is their second task.
 */
function withOwnCheck(own: OwnCheckCard, { kind, title, due, in_parallel }: CardWords): CardWords {
  return own.kind === "yours" && kind === "yours"
    ? { ...own, task: { title, due: due ?? [] }, in_parallel }
    : { ...own, due: due ?? own.due ?? [], in_parallel };
}

/** Returns true if the reader’s own check was cancelled or has failed. It then takes no longer. */
function isStopped({ checks: [own] }: StepFacts): boolean {
  return own !== undefined && ["failed", "stopped"].includes(checkState(own));
}

/**
 * Returns the holder to show on the card. If the reader can act now, leaves out the usual date,
 * because it would suggest that they can wait.
 */
function whoHasIt(
  { holder, held_for, open_checks, by_when }: ShownStage,
  kind: CardKind,
): HolderWithDate | null {
  if (holder === null) return null;
  return {
    holder,
    held_for,
    open_checks,
    by_when: kind === "yours" ? null : (by_when?.expected ?? null),
  };
}

const hasNoSolicitor = ({ has_solicitor: { seller, buyer } }: StageFacts) => !seller && !buyer;

function whyItTakesLong(
  step: OpenStep,
  { facts, is_late, today }: { facts: StageFacts; is_late: boolean | undefined; today: string },
) {
  const needsNoBuyer = ["identity", "searches", "contract_pack"].includes(step.of);
  const noBuyer = facts.purchase === null && needsNoBuyer && NO_BUYER;
  const asks = is_late && WITH_SOLICITORS_NOW.includes(step.next) && ASK_THEM;
  return [noBuyer, slowStepReason(step, today), asks].filter(Boolean).join(" ") || null;
}

const NO_BUYER =
  "This part of the legal work doesn’t need a buyer. Enquiries start when your buyer has signed up.";

const WITH_SOLICITORS_NOW: readonly NextStep[] = [
  "prepare_contract_pack",
  "send_contract_pack",
  "raise_enquiries",
  "answer_enquiries",
  "exchange",
];

const ASK_THEM = "Ask your solicitor what they still need.";

/**
 * Shows the newest note first if the reader has no other task, because the note may ask them to do
 * something.
 */
function withNote(words: CardWords, note: ShownStage["notes"][number] | null): CardWords {
  const { kind, title, text, papers } = words;
  if (!note || (kind !== "solicitors" && kind !== "others")) return words;
  const lead = { title: note.left, text: `“${note.note}”` };
  return { kind: "note", ...lead, papers, in_parallel: { title, text } };
}

/**
 * Adds the documents that the reader should return to the card, or the button to undo their
 * statement that they have returned them. Both are shown until a later step shows that the
 * documents were returned. `since` is the day on which their solicitor was assigned, if it is
 * known.
 */
function withPapers(
  words: CardWords,
  { side, steps, today }: Known,
  since: string | null,
): CardWords {
  const { law_firm, has_returned_papers, says_returned_on } = steps;
  const { kind } = words;
  if (kind === "ready" || kind === "over" || law_firm === null || has_returned_papers) return words;
  const { what, short, title, about, them, due } = PAPERS[side];
  if (says_returned_on !== null) {
    const statement =
      says_returned_on === today
        ? `You told us today that you’ve returned ${what}.`
        : `You told us on ${sentenceDate(says_returned_on, today)} that you’d returned ${what}.`;
    return { ...words, papers: { law_firm, short, about: null, statement } };
  }
  const isExpected = since !== null && addWorkingDays(since, DAYS_TO_EMAIL) < today;
  const emails = isExpected ? "should have emailed" : "will email";
  const text = `${law_firm} ${emails} ${about}`;
  const when = `${due}. ${law_firm} ${emails} ${them} to you.`;
  const papers = { law_firm, short, about: when, statement: null };
  const day = { term: "When", day: due };
  if (kind === "yours") return { ...words, task: { title, due: [day] }, papers };
  return {
    kind: "papers",
    title,
    text,
    due: [day, ...(words.due ?? [])],
    papers,
    in_parallel: words.in_parallel ?? { title: words.title, text: words.text },
  };
}

/** Working days after which a solicitor should have emailed the documents of a new client. */
const DAYS_TO_EMAIL = 5;

const PAPERS = {
  seller: {
    what: "your engagement letter and TA forms",
    short: "the engagement letter and TA forms",
    title: "Sign and return your engagement letter and TA forms",
    about: "these to you. If they haven’t arrived, contact the firm.",
    them: "them",
    due: "As soon as you have them",
  },
  buyer: {
    what: "your engagement letter",
    short: "the engagement letter",
    title: "Sign and return your engagement letter",
    about: "this to you. If it hasn’t arrived, contact the firm.",
    them: "it",
    due: "As soon as you have it",
  },
} satisfies Record<Side, unknown>;
