import { nonWorkingDayWarning } from "#app/domain/calendar/matter-dates.ts";
import { dayAndMonth, sentenceDate } from "#app/domain/shared/dates.ts";
import { afterExchange } from "#app/domain/stages/pre-completion-tasks.ts";
import { COMPLETION_UNKNOWN, MONEY_AFTER_STOP } from "#app/domain/stages/closing-cards.ts";
import type { SignificantDate } from "#app/domain/transactions/significant-dates.ts";
import type { NewsFacts, ProgressItem } from "./progress-item.ts";
import { withdrawnWords } from "./withdrawn-dates.ts";

/**
 * Names of dates, most important first. In an email about several dates, the first becomes the
 * subject.
 */
const RANKS: readonly SignificantDate[] = ["aborted", "completed", "exchanged", "sale_agreed"];

const ACT: Record<Side, string> = { seller: "sale", buyer: "purchase" };
const NOT_BINDING = "Nothing is legally binding until contracts are exchanged.";
export const TELL_US =
  "If that date doesn’t work for you, tell us straight away; otherwise, you don’t need to do anything now.";
export const TELL_US_OF_EITHER =
  "If either date doesn’t work for you, tell us straight away; otherwise, you don’t need to do anything now.";

/**
 * Many contracts pass the risk of damage to the buyer at exchange. The landlord of a leasehold
 * property may insure it.
 */
const INSURANCE =
  "You may need buildings insurance from exchange, not completion. If you haven’t arranged it, ask your solicitor about it today.";

type Words = Pick<ProgressItem, "what" | "next" | "brief" | "steps">;
type Side = NewsFacts["side"];

type Dates = NonNullable<NewsFacts["progress"]["dates"]>;
type Known = Pick<NewsFacts, "side" | "last_emailed" | "today"> & { dates: Dates };

/**
 * Returns the item for a date that staff have changed; null if we last emailed the reader the same
 * date.
 */
export function dateItem(
  name: SignificantDate,
  { side, progress: { dates }, last_emailed, today }: NewsFacts,
): ProgressItem | null {
  const before = last_emailed[name] ?? null;
  if (!dates || dates[name] === before) return null;
  const date = dates[name];
  const item = { rank: RANKS.indexOf(name), tells: [name] };
  const known = { side, last_emailed, today, dates };
  const isBinding = dates.exchanged !== null && dates.exchanged <= today;
  // Customers cannot opt out of emails about a binding completion date or a sale that fell through.
  const isService = (name === "completed" && isBinding) || name === "aborted";
  const kind = isService ? "milestones" : "dates";
  if (date === null) {
    if (before === null) return null;
    return { kind, ...item, ...withdrawnWords(name, before, known) };
  }
  if (date > today) return { kind, ...item, ...plannedWords(name, date, known) };
  const namesCompletion = name === "exchanged" && dates.completed && dates.completed > today;
  const tells = namesCompletion ? [name, "completed" as const] : [name];
  const reached = name === "sale_agreed" ? "steps" : "milestones";
  return { kind: reached, ...item, tells, ...reachedWords(name, date, known) };
}

/**
 * Returns the item that we email on the morning of a planned exchange or completion; null if its
 * date is not today.
 */
export function todayItem(
  name: "exchanged" | "completed",
  { side, progress: { dates }, last_emailed, today }: NewsFacts,
): ProgressItem | null {
  if (!dates || dates[name] !== today) return null;
  const item = { kind: "milestones", rank: RANKS.indexOf(name), tells: [name] } as const;
  if (name === "completed") return { ...item, ...completionToday(side) };
  const known = { side, last_emailed, today, dates };
  const words = {
    what: "Exchange is planned for today",
    next: `Once contracts have been exchanged, your ${ACT[side]} will be legally binding. Your solicitor will tell you when that has happened. ${completionSentence(known, "Completion is planned for")}`,
    steps: {
      title: "Once contracts have been exchanged",
      days: afterExchange(side, dates.completed, today, "As soon as contracts are exchanged"),
    },
  };
  return { ...item, ...words, is_ahead: true };
}

/** Returns the text about a date in the future. Before exchange, every such date is only a plan. */
function plannedWords(name: SignificantDate, date: string, known: Known): Words {
  const { side, last_emailed, today, dates } = known;
  const [day, short] = [sentenceDate(date, today), dayAndMonth(date, today)];
  const act = ACT[side];
  const moved = wasSentence(last_emailed[name], today);
  const words = (subject: string, ...next: (string | false)[]) => ({
    what: moved ? `${subject} has moved to ${day}` : "",
    brief: moved ? `${subject} moved to ${short}` : "",
    next: [nonWorkingDayWarning(date).trim(), moved, ...next].filter(Boolean).join(" "),
  });
  switch (name) {
    case "sale_agreed":
      return {
        ...words("", TELL_US),
        what: `Your ${act} is due to be agreed on ${day}`,
        brief: `Your ${act} is due to be agreed`,
      };
    case "exchanged": {
      const planned = words(
        "Planned exchange",
        NOT_BINDING,
        TELL_US,
        side === "buyer" && INSURANCE,
      );
      if (moved) return planned;
      const first = {
        what: `Exchange is planned for ${day}`,
        brief: `Exchange planned for ${short}`,
      };
      return { ...planned, ...first };
    }
    case "completed": {
      if (dates.exchanged !== null && dates.exchanged <= today) {
        const set = words(
          "Completion",
          "If you think this date is wrong, tell us and your solicitor straight away.",
        );
        const steps = { title: "What to do now", days: afterExchange(side, date, today) };
        if (moved) return { ...set, steps };
        return {
          ...set,
          steps,
          what: `Completion is on ${day}`,
          brief: `Completion is on ${short}`,
        };
      }
      const planned = words(
        "Planned completion",
        NOT_BINDING,
        "Do not book your move yet.",
        TELL_US,
      );
      if (moved) return planned;
      const first = {
        what: `Completion is planned for ${day}`,
        brief: `Completion planned for ${short}`,
      };
      return { ...planned, ...first };
    }
    case "aborted":
      return {
        ...words("", "If you didn’t expect this, email us straight away."),
        what: `Your ${act} is due to end on ${day}`,
        brief: `Your ${act} is due to end`,
      };
  }
}

function wasSentence(before: string | null | undefined, today: string): string {
  return before ? `The date we gave you before was ${sentenceDate(before, today)}.` : "";
}

function reachedWords(name: SignificantDate, date: string, known: Known): Words {
  const { side, today, dates } = known;
  const act = ACT[side];
  const on = date === today ? "today" : `on ${sentenceDate(date, today)}`;
  switch (name) {
    case "sale_agreed":
      return {
        what: `Your ${act} was agreed ${on}`,
        brief: `Your ${act} has been agreed`,
        next: NOT_BINDING,
      };
    case "exchanged": {
      const binding = `Contracts were exchanged ${on}, so your ${act} is now legally binding.`;
      const isOver = dates.completed !== null && dates.completed <= today;
      return {
        what: "Contracts have been exchanged",
        next: isOver ? binding : `${binding} ${completionSentence(known, "Completion is on")}`,
        steps: isOver
          ? undefined
          : { title: "What to do now", days: afterExchange(side, dates.completed, today) },
      };
    }
    case "completed":
      return date === today
        ? completionToday(side)
        : {
            what: `Your ${act} has completed`,
            next: `Completion took place ${on}. ${AFTER_COMPLETION[side]}`,
          };
    case "aborted":
      return {
        what: `Your ${act} has fallen through`,
        next:
          side === "seller"
            ? `The sale to your buyer fell through ${on}. Your sale is still open with us. When you find a new buyer, or your last buyer comes back, email us and we’ll carry on. ${MONEY_AFTER_STOP.seller}`
            : `Your purchase fell through ${on}. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know. ${MONEY_AFTER_STOP.buyer}`,
      };
  }
}

function completionSentence(
  { dates: { completed }, last_emailed, today }: Known,
  is: string,
): string {
  if (completed === null) return COMPLETION_UNKNOWN;
  const moved = last_emailed.completed !== completed && wasSentence(last_emailed.completed, today);
  const sentence = `${is} ${sentenceDate(completed, today)}.${nonWorkingDayWarning(completed)}`;
  return [sentence, moved].filter(Boolean).join(" ");
}

function completionToday(side: Side): Words {
  return { what: "Completion is today", next: ON_COMPLETION_DAY[side] };
}

const ON_COMPLETION_DAY: Record<Side, string> = {
  seller:
    "Your solicitor will tell you when your sale has completed. They’ll then pay off any mortgage and send you the balance.",
  buyer:
    "Your solicitor will tell you when your purchase has completed and you can collect the keys. They’ll then pay any tax due and register your ownership.",
};

const AFTER_COMPLETION: Record<Side, string> = {
  seller: "Your solicitor will pay off any mortgage and send you the balance.",
  buyer: "The property is yours. Your solicitor will pay any tax due and register your ownership.",
};
