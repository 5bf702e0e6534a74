import { dayOfWeek } from "#app/domain/fields/dates.ts";
import { counted } from "#app/domain/fields/words.ts";
import { workingDaysBetween } from "#app/domain/fields/working-days.ts";
import {
  checkState,
  firstNames,
  type PersonsCheck,
} from "#app/domain/transactions/customer-progress.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Holder, Whereabouts } from "./whereabouts.ts";

/**
 * Who has the stage that is under way. It is one holder for all who read of it: each calls them as they know them, and is
 * told beside it what else is their own side's.
 */

export type Reader = "seller" | "buyer" | "staff";

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
  /** "for 9 working days, since Tue 10 November" */
  held_for: string | null;
  /** "Your own ID check is open as well." */
  beside: string | null;
};

/**
 * Who has what comes next, since when, and which other checks are waited for.
 *
 * @param own the reader's side; null for staff
 */
export function whoHasNow(
  where: Whereabouts,
  {
    waits,
    reader,
    own,
    today,
  }: Pick<StageFacts, "waits"> & { reader: Reader; own: OwnSide | null; today: string },
): Who {
  const isOwn = where.holder !== null && sideOf(where.holder) === reader;
  const holder = (isOwn && own && whoOfOwnSide(where, own)) || holderText(where.holder, reader);
  // Whoever has a check to do of their own has the stage too, from another day.
  const isBoths = where.next === "pass_check" && own && !isOwn && openChecks(own.checks).isReaders;
  // Customers have done their part of it since a later day than that from which it is counted.
  const isFromAnotherDay = isBoths || (where.next === "look_at_checks" && own);
  return {
    holder: isBoths ? `you and ${holder}` : holder,
    held_for: isFromAnotherDay ? null : heldFor(where, today),
    beside: where.stage === "identity" && own ? besideText(where, { waits, reader, own }) : null,
  };
}

/** By when: a day under its name, and as a sentence; no day where it takes longer than nine in ten. */
export type Said = {
  term: "Usually by" | "Aim for" | "Planned for" | "Now by" | "By when";
  day: string | null;
  /** By when three in four were done, of a stage that takes longer. */
  usual: string | null;
  is_late: boolean;
  sentence: string;
};

/** The same with by when, as a card says it. */
export type WhoHasIt = Who & { by_when: Said | null };

/** "With your solicitor for 9 working days, since Tue 10 November. This stage is usually done by Fri 4 December." */
export function whoSentence({ holder, held_for, beside, by_when }: WhoHasIt): string {
  if (holder === A_BUYER) return "It is waiting for a buyer.";
  const sentence = `${["With", holder, held_for].filter(Boolean).join(" ")}.`;
  return [sentence, beside, by_when?.sentence].filter(Boolean).join(" ");
}

/** Whoever gives money is the buyer's own business. */
export function sideOf(holder: Holder): "seller" | "buyer" | null {
  if (holder === "giftor") return "buyer";
  return holder === "seller" || holder === "buyer" ? holder : null;
}

/** "you and Bea"; null where no one of the reader's side is known to have it. */
function whoOfOwnSide({ next }: Whereabouts, { checks, chooser }: OwnSide): string | null {
  if (next === "choose_solicitor") return chooser ?? "you";
  if (next !== "pass_check") return null;
  const { isReaders, others } = openChecks(checks);
  const names = [...(isReaders ? [{ first_name: "you" }] : []), ...others];
  return names.length > 0 ? firstNames(names) : null;
}

/** Of the other side no one is told more than that a check of theirs is waited for: not whose it is, nor whether money is given. */
function besideText(
  { holder, next }: Whereabouts,
  { waits: { check }, reader, own }: Pick<StageFacts, "waits"> & { reader: Reader; own: OwnSide },
): string | null {
  const side = holder && sideOf(holder);
  // Whoever has the stage is not told of once more.
  const isTheirs =
    side === null && check && !check.is_unconfirmed && sideOf(check.person_type) !== reader;
  const { isReaders, others } = openChecks(side === reader ? [] : own.checks);
  const sentences = [
    isTheirs &&
      `An ID check on ${reader === "seller" ? "your buyer’s" : "the seller’s"} side is open as well.`,
    isReaders && next !== "pass_check" && "Your own ID check is open as well.",
    others.length === 1 && `The ID check of ${firstNames(others)} is open as well.`,
    others.length > 1 && `The ID checks of ${firstNames(others)} are open as well.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(" ") : null;
}

function openChecks([own, ...others]: readonly PersonsCheck[]) {
  return {
    isReaders: own !== undefined && checkState(own) === "sent",
    others: others.filter((person) => checkState(person) === "sent"),
  };
}

/** Both from the day on which the holder got it. */
function heldFor({ holder, since }: Whereabouts, today: string): string | null {
  if (!holder || !since) return null;
  if (since === today) return "since today";
  const days = workingDaysBetween(since, today);
  const day = `since ${dayOfWeek(since, today)}`;
  return days === 0 ? day : `for ${counted(days, "working day")}, ${day}`;
}

/** A sale that nobody buys yet waits for nobody by name. */
const A_BUYER = "a buyer";

/** Who has it, as the reader calls them. */
export function holderText(holder: Holder | null, reader: Reader): string {
  return holder === null ? A_BUYER : HAS_IT[holder][reader];
}

const HAS_IT: Record<Holder, Record<Reader, string>> = {
  us: { seller: "Fanlight", buyer: "Fanlight", staff: "us" },
  seller: { seller: "your side", buyer: "the seller’s side", staff: "the seller" },
  buyer: { seller: "your buyer’s side", buyer: "your side", staff: "the buyer" },
  giftor: { seller: "your buyer’s side", buyer: "your side", staff: "the giftor" },
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
