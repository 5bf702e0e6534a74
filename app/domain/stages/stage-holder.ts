import { sentenceDate } from "#app/domain/shared/dates.ts";
import { capitalise, pluralise } from "#app/domain/shared/format.ts";
import { workingDaysBetween } from "#app/domain/shared/working-days.ts";
import {
  checkState,
  firstNames,
  type PersonsCheck,
} from "#app/domain/transactions/customer-progress.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { Holder, CurrentStep } from "./current-step.ts";

/**
 * Holder of the current stage, the same for all readers. Customers must not learn the state of
 * other people’s checks and of reviews. So they read "everyone’s ID check to be complete" for all
 * of these.
 */

/** Reader for whom a text is written. */
export type Audience = "seller" | "buyer" | "staff";

export type OwnSide = {
  /** Everyone with a check, the reader first. */
  checks: readonly PersonsCheck[];
  /** First name of the seller who chooses the solicitor; null if it is the reader. */
  chooser: string | null;
};

export type StageHolder = {
  /** "your solicitor" */
  holder: string;
  /** "for 9 working days, since Tuesday 10 November" */
  held_for: string | null;
  /** "You still need to complete your ID check." */
  beside: string | null;
};

/** Returns the holder of the next step, since when, and open checks of the reader’s side. */
export function currentHolder(
  where: CurrentStep,
  { reader, own, today }: { reader: Audience; own: OwnSide | null; today: string },
): StageHolder {
  const held_for = heldFor(where, today);
  if (!own) return { holder: holderText(where.holder, reader), held_for, beside: null };
  const isOwn = where.holder !== null && sideOf(where.holder) === reader;
  if (where.next === "pass_check") {
    const names = openNames(own);
    // The date is that of the oldest check, which may belong to the other side.
    return {
      holder: names ?? THE_CHECKS,
      held_for: isOwn && names ? held_for : null,
      beside: null,
    };
  }
  const beside = where.stage === "identity" ? besideText(own) : null;
  if (where.next === "look_at_checks" || where.next === "settle_check") {
    return { holder: THE_CHECKS, held_for: null, beside };
  }
  const holder = (isOwn && whoOfOwnSide(where, own)) || holderText(where.holder, reader);
  return { holder, held_for, beside };
}

/**
 * Expected date as a labelled day and as a sentence. There is no day if the stage is slower than in
 * nine out of ten sales.
 */
export type ExpectedDate = {
  term: "Usually done by" | "Planned for" | "Now expected by" | "Expected";
  day: string | null;
  /** Day by which three out of four sales were done, for a slow stage. */
  usual: string | null;
  is_late: boolean;
  sentence: string;
};

export type HolderWithDate = StageHolder & { by_when: ExpectedDate | null };

/** Returns the holder, their open checks and the expected date in sentences. */
export function whoSentence({ holder, held_for, beside, by_when }: HolderWithDate): string {
  return [holderSentence(holder, held_for), beside, by_when?.sentence].filter(Boolean).join(" ");
}

function holderSentence(holder: string, held_for: string | null): string {
  const [now, so_far] =
    holder === YOU
      ? ["it’s your turn", "It’s been your turn"]
      : holder === PRODUCT_NAME
        ? ["we’re working on this stage", "We’ve been working on this stage"]
        : [`we’re waiting for ${holder}`, `We’ve been waiting for ${holder}`];
  return held_for === null || held_for === SINCE_TODAY
    ? `${capitalise(now)}.`
    : `${so_far} ${held_for}.`;
}

/** Returns a holder’s side. Giftors belong to the buyer’s side. */
export function sideOf(holder: Holder): "seller" | "buyer" | null {
  if (holder === "giftor") return "buyer";
  return holder === "seller" || holder === "buyer" ? holder : null;
}

/**
 * Returns who has to act on the reader's side; null if the side is unknown. A seller who pays by
 * invoice cannot act on the page.
 */
function whoOfOwnSide({ next }: CurrentStep, { chooser }: OwnSide): string | null {
  if (next === "choose_solicitor") return chooser ?? YOU;
  return next === "pay" ? "the payment" : null;
}

function openNames({ checks }: OwnSide): string | null {
  const { isReaders, others } = openChecks(checks);
  const names = [...(isReaders ? [{ first_name: YOU }] : []), ...others];
  return names.length > 0 ? firstNames(names) : null;
}

function besideText({ checks }: OwnSide): string | null {
  const { isReaders, others } = openChecks(checks);
  const sentences = [
    isReaders && "You still need to complete your ID check.",
    others.length > 0 && `${needTheirChecks(others)}.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(" ") : null;
}

/** Returns "Bea still needs to complete their ID check", also for several people. */
export function needTheirChecks(people: readonly { first_name: string }[]): string {
  const [need, checks] = people.length === 1 ? ["needs", "check"] : ["need", "checks"];
  return `${firstNames(people)} still ${need} to complete their ID ${checks}`;
}

/** Returns whether the reader’s check is open, and others on their side with open checks. */
export function openChecks([own, ...others]: readonly PersonsCheck[]) {
  return {
    isReaders: own !== undefined && checkState(own) === "sent",
    others: others.filter((person) => checkState(person) === "sent"),
  };
}

function heldFor({ holder, since, next }: CurrentStep, today: string): string | null {
  // No one delays the matter between exchange and completion.
  return holder && since && next !== "complete" ? heldSince(since, today) : null;
}

/** Returns "for 9 working days, since Tuesday 10 November", or "since today". */
export function heldSince(since: string, today: string): string {
  if (since === today) return SINCE_TODAY;
  const days = workingDaysBetween(since, today);
  const day = `since ${sentenceDate(since, today)}`;
  return days === 0 ? day : `for ${pluralise(days, "working day")}, ${day}`;
}

const SINCE_TODAY = "since today";

/** Pages compare with this text (`app/ui/stages.tsx`). */
export const YOU = "you";

const A_BUYER = "a buyer";

/** The only text about checks if none is open on the reader’s side. */
const THE_CHECKS = "everyone’s ID check to be complete";

/** Returns the name of a holder for this reader. */
export function holderText(holder: Holder | null, reader: Audience): string {
  return holder === null ? A_BUYER : HAS_IT[holder][reader];
}

const HAS_IT: Record<Holder, Record<Audience, string>> = {
  us: { seller: PRODUCT_NAME, buyer: PRODUCT_NAME, staff: "us" },
  seller: { seller: YOU, buyer: "the seller", staff: "the seller" },
  buyer: { seller: "your buyer", buyer: YOU, staff: "the buyer" },
  giftor: { seller: "your buyer", buyer: YOU, staff: "the giftor" },
  search_provider: {
    seller: "the search provider",
    buyer: "the search provider",
    staff: "the search provider",
  },
  seller_solicitor: {
    seller: "your solicitor",
    buyer: "the seller’s solicitor",
    staff: "the seller’s solicitor",
  },
  buyer_solicitor: {
    seller: "your buyer’s solicitor",
    buyer: "your solicitor",
    staff: "the buyer’s solicitor",
  },
  solicitors: { seller: "both solicitors", buyer: "both solicitors", staff: "both solicitors" },
};
