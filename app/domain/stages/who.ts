import { sentenceDate } from "#app/domain/fields/dates.ts";
import { capital, counted } from "#app/domain/fields/words.ts";
import { workingDaysBetween } from "#app/domain/fields/working-days.ts";
import {
  checkState,
  firstNames,
  type PersonsCheck,
} from "#app/domain/transactions/customer-progress.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { Holder, Whereabouts } from "./whereabouts.ts";

/**
 * Who has the stage that is under way. It is one holder for all who read of it: each calls them as
 * they know them, and is told beside it what else is their own side's. ID checks of the other side,
 * and reviews of checks, are the exception: customers read "everyone’s ID check to be complete" for
 * all of these, so that no text discloses how a check of the other side stands.
 */

/** Whom a sentence about a stage is written for. */
export type Audience = "seller" | "buyer" | "staff";

/** Those of the reader's side, as far as it may be their turn. */
export type OwnSide = {
  /** Of everyone who is checked: the reader's own first. */
  checks: readonly PersonsCheck[];
  /** Who says who acts for the seller, where it is not the reader. */
  chooser: string | null;
};

export type Who = {
  /** "your solicitor" */
  holder: string;
  /** "for 9 working days, since Tuesday 10 November" */
  held_for: string | null;
  /** "You still need to complete your ID check." */
  beside: string | null;
};

/**
 * Who has what comes next, since when, and which other checks are waited for.
 * @param own the reader's side; null for staff
 */
export function whoHasNow(
  where: Whereabouts,
  { reader, own, today }: { reader: Audience; own: OwnSide | null; today: string },
): Who {
  const held_for = heldFor(where, today);
  if (!own) return { holder: holderText(where.holder, reader), held_for, beside: null };
  const isOwn = where.holder !== null && sideOf(where.holder) === reader;
  if (where.next === "pass_check") {
    const names = openNames(own);
    // The day is that of the oldest check: from another side's check it says nothing of the reader's.
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
 * By when: a day under its name, and as a sentence; no day where it takes longer than nine in ten.
 */
export type Said = {
  term: "Usually done by" | "Planned for" | "Now expected by" | "Expected";
  day: string | null;
  /** By when three in four were done, of a stage that takes longer. */
  usual: string | null;
  is_late: boolean;
  sentence: string;
};

/** The same with by when, as a card says it. */
export type WhoHasIt = Who & { by_when: Said | null };

/**
 * Returns the same in sentences: "We’ve been waiting for your solicitor for 9 working days, since
 * Tuesday 10 November. This stage is usually done by Friday 4 December."
 */
export function whoSentence({ holder, held_for, beside, by_when }: WhoHasIt): string {
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
    ? `${capital(now)}.`
    : `${so_far} ${held_for}.`;
}

/** Whoever gives money is the buyer's own business. */
export function sideOf(holder: Holder): "seller" | "buyer" | null {
  if (holder === "giftor") return "buyer";
  return holder === "seller" || holder === "buyer" ? holder : null;
}

/**
 * Null where the reader's side is not known to have it. A seller who pays by invoice has nothing to
 * do on the page.
 */
function whoOfOwnSide({ next }: Whereabouts, { chooser }: OwnSide): string | null {
  if (next === "choose_solicitor") return chooser ?? YOU;
  return next === "pay" ? "the payment" : null;
}

/** "you and Bea": those of the reader's side who have a check to do; null for no one. */
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

/**
 * "Bea still needs to complete their ID check", "Bea and Cy still need to complete their ID
 * checks".
 */
export function needTheirChecks(people: readonly { first_name: string }[]): string {
  const [need, checks] = people.length === 1 ? ["needs", "check"] : ["need", "checks"];
  return `${firstNames(people)} still ${need} to complete their ID ${checks}`;
}

/**
 * Whether the reader's own check is open, and those of the others on their side whose checks are.
 */
export function openChecks([own, ...others]: readonly PersonsCheck[]) {
  return {
    isReaders: own !== undefined && checkState(own) === "sent",
    others: others.filter((person) => checkState(person) === "sent"),
  };
}

function heldFor({ holder, since, next }: Whereabouts, today: string): string | null {
  // Between exchange and the day that the contract sets, no one is waited for.
  return holder && since && next !== "complete" ? heldSince(since, today) : null;
}

/**
 * Returns how long a holder has had it: "for 9 working days, since Tuesday 10 November", "since
 * today".
 */
export function heldSince(since: string, today: string): string {
  if (since === today) return SINCE_TODAY;
  const days = workingDaysBetween(since, today);
  const day = `since ${sentenceDate(since, today)}`;
  return days === 0 ? day : `for ${counted(days, "working day")}, ${day}`;
}

const SINCE_TODAY = "since today";

/** What a page says of the reader (`app/ui/stages.tsx`). */
export const YOU = "you";

/** A sale that nobody buys yet waits for nobody by name. */
const A_BUYER = "a buyer";

/** Whichever of them are left: all that a reader may know once none is open on their own side. */
const THE_CHECKS = "everyone’s ID check to be complete";

/** Who has it, as the reader calls them. */
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
