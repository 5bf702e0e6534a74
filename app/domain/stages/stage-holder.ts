/**
 * Texts about the holder of the current stage, who is the same person for all readers. Customers
 * must not learn the state of other people’s checks, or that we are reviewing them. In all these
 * cases they read "everyone’s ID check to be complete".
 */

import { sentenceDate } from "#app/domain/shared/dates.ts";
import { capitalise, pluralise } from "#app/domain/shared/format.ts";
import { workingDaysBetween } from "#app/domain/shared/working-days.ts";
import {
  checkState,
  firstNames,
  type PersonsCheck,
} from "#app/domain/transactions/customer-progress.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { Holder, OpenStep } from "./current-step.ts";

/** Reader that a page or email is written for. */
export type Audience = "seller" | "buyer" | "staff";

/** Readers who see the holder of a step: also the estate agent, on the page of the office. */
type HolderReader = Audience | "agent";

export type OwnSide = {
  /** The checks of everyone on the reader’s side, starting with the reader’s own. */
  checks: readonly PersonsCheck[];
  /** First name of the seller who chooses the solicitor; null if that seller is the reader. */
  chooser: string | null;
  /** Sellers who still need to confirm the answers, if the reader has confirmed them. */
  confirmers?: string | null;
};

export type StageHolder = {
  /** Name of the holder for the reader, such as "your solicitor". */
  holder: string;
  /**
   * Time that the holder has had the stage, such as "for 9 working days, since Tuesday 10
   * November".
   */
  held_for: string | null;
  /** Open checks on the reader’s side, such as "You still need to complete your ID check." */
  open_checks: string | null;
};

/**
 * Returns the holder of the next step, how long they have had it, and the open checks on the
 * reader’s side.
 */
export function currentHolder(
  step: OpenStep,
  { reader, own, today }: { reader: HolderReader; own: OwnSide | null; today: string },
): StageHolder {
  const held_for = heldFor(step, today);
  if (!own) return { holder: holderText(step.holder, reader), held_for, open_checks: null };
  const isOwn = step.holder !== null && sideOf(step.holder) === reader;
  if (step.next === "pass_check") {
    const names = openNames(own);
    // The date is that of the oldest open check, which may belong to the other side, so it is shown
    // only if the holder is on the reader’s side.
    return {
      holder: names ?? THE_CHECKS,
      held_for: isOwn && names ? held_for : null,
      open_checks: null,
    };
  }
  const open_checks = step.of === "identity" ? openChecksText(own) : null;
  if (step.next === "look_at_checks" || step.next === "settle_check") {
    return { holder: THE_CHECKS, held_for: null, open_checks };
  }
  const holder = (isOwn && whoOfOwnSide(step, own)) || holderText(step.holder, reader);
  return { holder, held_for, open_checks };
}

/**
 * Expected date of a stage, as a day with a label and as a sentence. There is no day if the stage
 * is slower than it was in nine out of ten sales.
 */
export type ExpectedDate = {
  term: "Usually done by" | "Planned for" | "Now expected by" | "Expected";
  day: string | null;
  /**
   * For a stage that is slower than usual: the day by which it is done in three out of four sales.
   */
  usual: string | null;
  is_late: boolean;
  sentence: string;
};

export type HolderWithDate = StageHolder & { by_when: ExpectedDate | null };

/** Returns the holder, the open checks on the reader’s side and the expected date as sentences. */
export function whoSentence({ holder, held_for, open_checks, by_when }: HolderWithDate): string {
  return [holderSentence(holder, held_for), open_checks, by_when?.sentence]
    .filter(Boolean)
    .join(" ");
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

/**
 * Returns the side of a holder who is a customer, otherwise null. Giftors belong to the buyer’s
 * side.
 */
export function sideOf(holder: Holder): "seller" | "buyer" | null {
  if (holder === "giftor") return "buyer";
  return holder === "seller" || holder === "buyer" ? holder : null;
}

/**
 * Returns who has to act on the reader’s side, or null if the step does not determine that. For a
 * payment, the result is not "you", because a seller who pays by invoice cannot pay on the page.
 */
function whoOfOwnSide({ next }: OpenStep, { chooser, confirmers = null }: OwnSide): string | null {
  if (next === "choose_solicitor") return chooser ?? YOU;
  if (next === "property_information") return confirmers;
  return next === "pay" ? THE_PAYMENT : null;
}

function openNames({ checks }: OwnSide): string | null {
  const { isReaders, others } = openChecks(checks);
  const names = [...(isReaders ? [{ first_name: YOU }] : []), ...others];
  return names.length > 0 ? firstNames(names) : null;
}

function openChecksText({ checks }: OwnSide): string | null {
  const { isReaders, others } = openChecks(checks);
  const sentences = [
    isReaders && "You still need to complete your ID check.",
    others.length > 0 && `${needTheirChecks(others)}.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(" ") : null;
}

/**
 * Returns text about people with open checks, such as "Bea still needs to complete their ID check".
 */
export function needTheirChecks(people: readonly { first_name: string }[]): string {
  const [need, checks] = people.length === 1 ? ["needs", "check"] : ["need", "checks"];
  return `${firstNames(people)} still ${need} to complete their ID ${checks}`;
}

/**
 * Returns whether the reader’s own check is open, and the other people on their side who have an
 * open check.
 */
export function openChecks([own, ...others]: readonly PersonsCheck[]) {
  return {
    isReaders: own !== undefined && checkState(own) === "sent",
    others: others.filter((person) => checkState(person) === "sent"),
  };
}

function heldFor({ holder, since, next }: OpenStep, today: string): string | null {
  // Between exchange and completion, no one is keeping anyone else waiting.
  return holder && since && next !== "complete" ? heldSince(since, today) : null;
}

/**
 * Returns how long the holder has had the stage: "for 9 working days, since Tuesday 10 November",
 * or "since today".
 */
export function heldSince(since: string, today: string): string {
  if (since === today) return SINCE_TODAY;
  const days = workingDaysBetween(since, today);
  const day = `since ${sentenceDate(since, today)}`;
  return days === 0 ? day : `for ${pluralise(days, "working day")}, ${day}`;
}

const SINCE_TODAY = "since today";

/** Text for the reader as the holder. Pages compare the holder with it (`app/ui/stages.tsx`). */
export const YOU = "you";

const A_BUYER = "a buyer";

/** The only text about ID checks if no check on the reader’s side is open. */
const THE_CHECKS = "everyone’s ID check to be complete";
const THE_PAYMENT = "the payment";

/** Returns true if a stage is with the reader, such as "you" or "you and Bob". */
export const isReaders = (holder: string): boolean =>
  holder === YOU || holder.startsWith(`${YOU} and `);

/** Returns the label of a holder on a page. Some holders are not people, but what a stage needs. */
export function holderLabel(holder: string): "Whose turn" | "Needs" | "With" {
  if (holder === YOU) return "Whose turn";
  return holder === THE_CHECKS || holder === THE_PAYMENT ? "Needs" : "With";
}

/** Returns the name of a holder as this reader sees it. */
export function holderText(holder: Holder | null, reader: HolderReader): string {
  return holder === null ? A_BUYER : HAS_IT[holder][reader];
}

/** An agent doesn’t learn that there is a giftor, because agents act for the seller. */
const HAS_IT: Record<Holder, Record<HolderReader, string>> = {
  us: { seller: PRODUCT_NAME, buyer: PRODUCT_NAME, staff: "us", agent: PRODUCT_NAME },
  seller: { seller: YOU, buyer: "the seller", staff: "the seller", agent: "the seller" },
  buyer: { seller: "your buyer", buyer: YOU, staff: "the buyer", agent: "the buyer" },
  giftor: { seller: "your buyer", buyer: YOU, staff: "the giftor", agent: "the buyer" },
  search_provider: {
    seller: "the search provider",
    buyer: "the search provider",
    staff: "the search provider",
    agent: "the search provider",
  },
  seller_solicitor: {
    seller: "your solicitor",
    buyer: "the seller’s solicitor",
    staff: "the seller’s solicitor",
    agent: "the seller’s solicitor",
  },
  buyer_solicitor: {
    seller: "your buyer’s solicitor",
    buyer: "your solicitor",
    staff: "the buyer’s solicitor",
    agent: "the buyer’s solicitor",
  },
  solicitors: {
    seller: "both solicitors",
    buyer: "both solicitors",
    staff: "both solicitors",
    agent: "both solicitors",
  },
};
