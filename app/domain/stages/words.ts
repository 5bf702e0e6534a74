import { dayOfWeek, londonDay } from "#app/domain/fields/dates.ts";
import { counted } from "#app/domain/fields/words.ts";
import { workingDaysBetween } from "#app/domain/fields/working-days.ts";
import {
  checkState,
  firstNames,
  type PersonsCheck,
} from "#app/domain/transactions/customer-progress.ts";
import {
  MATTER_STAGES,
  type StageFacts,
  type StageName,
} from "#app/domain/transactions/stage-facts.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { datesOf, rangeText, type StageHistory } from "./range.ts";
import { spanOf, type Stage, stagesOf } from "./stages.ts";
import { type Holder, type Whereabouts, whereaboutsOf } from "./whereabouts.ts";

/** The seven stages of a matter in words, for a customer of either side and for staff. */

export type Reader = "seller" | "buyer" | "staff";

/** A note of staff, as `selectStageNotes` reads it. */
export type Note = {
  id: string;
  stage: StageName;
  note: string;
  first_name: string;
  created_at: string;
};

export type ShownStage = {
  name: StageName;
  title: string;
  state: Stage["state"];
  /** What it is. */
  text: string;
  /** "Tue 10 November": since when it is under way, or when it was done or stopped, where that is known. */
  day: string | null;
  /** "Took 4 working days", of one that is done. */
  took: string | null;
  /** Who has it now, or will have it: "your solicitor"; null of a matter that has been called off. */
  holder: string | null;
  /** "for 9 working days" */
  held_for: string | null;
  /** It is under way beside an earlier one. */
  is_begun: boolean;
  by_when: ByWhen | null;
  notes: ShownNote[];
};

type ShownNote = {
  id: string;
  note: string;
  /** "Rita, your case handler at Fanlight, Thu 26 November" */
  by: string;
  /** "Rita left you a note on Thu 26 November" */
  left: string;
};

/** By when, what that rests on, and the same as a sentence where there is a day to name. */
export type ByWhen = { text: string; basis: string; sentence: string | null };

/** Those of the reader's side, as far as it may be their turn. */
export type OwnSide = {
  /** Of everyone who is checked: the reader's own first. */
  checks: readonly PersonsCheck[];
  /** Who says who acts for the seller, where it is not the reader. */
  chooser: string | null;
};

/**
 * Each stage as it is read.
 *
 * @param own the reader's side; null for staff
 */
export function describeStages({
  facts,
  completes_on,
  history,
  notes,
  reader,
  own = null,
  today,
}: {
  facts: StageFacts;
  /** A day for completion that is still to come. */
  completes_on: string | null;
  history: StageHistory;
  notes: readonly Note[];
  reader: Reader;
  own?: OwnSide | null;
  today: string;
}): ShownStage[] {
  const where = whereaboutsOf(facts, today);
  const has_stopped = where.place === "aborted";
  const has_it = own && whoseTurn(where, { reader, own });
  return stagesOf(facts, today).map((stage) => {
    const { name, state, done_on } = stage;
    const is_now = name === where.stage;
    const day = state === "done" ? done_on : stage.since;
    const span = spanOf(stage);
    return {
      name,
      title: MATTER_STAGES[name],
      state,
      text: TEXTS[name](reader),
      day: day && dayOfWeek(day, today),
      took: span && `Took ${workingDays(span.working_days)}${TOOK_FROM[name] ?? ""}`,
      holder: has_stopped ? null : shownHolder(stage.name, { where, reader, has_it }),
      held_for: is_now ? heldSince(where, { reader, has_it, today }) : null,
      is_begun:
        state !== "done" && name === "searches" && facts.progress.searches === "in_progress",
      by_when:
        state === "done" || has_stopped || (is_now && where.holder === null)
          ? null
          : byWhen(stage, { completes_on, history, today }),
      notes: notes
        .filter((note) => note.stage === name)
        .map((note) => shownNote(note, { reader, today })),
    };
  });
}

/** Whoever writes to customers beside a stage works on their matter (domain/staff/roles.ts). */
function shownNote(
  { id, note, first_name, created_at }: Note,
  { reader, today }: { reader: Reader; today: string },
): ShownNote {
  const written = londonDay(created_at);
  const day = dayOfWeek(written, today);
  const author =
    reader === "staff" ? first_name : `${first_name}, your case handler at ${PRODUCT_NAME}`;
  const left = written === today ? "today" : `on ${day}`;
  return { id, note, by: `${author}, ${day}`, left: `${first_name} left you a note ${left}` };
}

function shownHolder(
  name: StageName,
  { where, reader, has_it }: { where: Whereabouts; reader: Reader; has_it: string | null },
) {
  if (name !== where.stage) return holderText(USUAL_HOLDER[name], reader);
  return has_it ?? holderText(where.holder, reader);
}

/**
 * Who of the reader's side has what comes next, "you" or by their first names; null where it is not theirs. A check that is
 * theirs to do is, whoever else has one.
 */
function whoseTurn(
  { stage, next }: Whereabouts,
  { reader, own: { checks, chooser } }: { reader: Reader; own: OwnSide },
): string | null {
  if (next === "choose_solicitor") return reader === "seller" ? (chooser ?? "you") : null;
  return stage === "identity" ? whoIsChecked(checks) : null;
}

/** Since when the other side has had its check is not since when the reader has theirs. */
function heldSince(
  { holder, since }: Whereabouts,
  { reader, has_it, today }: { reader: Reader; has_it: string | null; today: string },
) {
  if (!holder || !since || (has_it && !isOfSide(holder, reader))) return null;
  return heldFor(workingDaysBetween(since, today));
}

function isOfSide(holder: Holder, reader: Reader) {
  return holder === reader || (holder === "giftor" && reader === "buyer");
}

/** "With your solicitor for 9 working days. Most sales are past this stage by Fri 4 December." */
export function whoHasIt({ holder, held_for, by_when }: ShownStage): string {
  if (holder === NOBODY) return "Nobody has it until there is a buyer.";
  const sentence = `${["With", holder, held_for].filter(Boolean).join(" ")}.`;
  return [sentence, by_when?.sentence].filter(Boolean).join(" ");
}

/** Who of the reader's side has a check to do: "you and Bea". */
function whoIsChecked([own, ...others]: readonly PersonsCheck[]): string | null {
  const waiting = others.filter((person) => checkState(person) === "sent");
  const isOwn = own && checkState(own) === "sent";
  const names = [...(isOwn ? [{ first_name: "you" }] : []), ...waiting];
  return names.length > 0 ? firstNames(names) : null;
}

const workingDays = (count: number) => counted(count, "working day");

const heldFor = (days: number) => (days === 0 ? "since today" : `for ${workingDays(days)}`);

/** Where it is not the end of the stage before. */
const TOOK_FROM: Partial<Record<StageName, string>> = { exchange: " from instruction" };

const USUAL_HOLDER: Record<StageName, Holder> = {
  instructed: "us",
  identity: "us",
  searches: "search_provider",
  contract_pack: "seller_solicitor",
  enquiries: "solicitors",
  exchange: "solicitors",
  completion: "solicitors",
};

/** A sale that nobody buys yet waits for nobody by name. */
const NOBODY = "nobody";

/** Who has it, as the reader calls them; a giver of money is the buyer's own business. */
export function holderText(holder: Holder | null, reader: Reader): string {
  return holder === null ? NOBODY : HAS_IT[holder][reader];
}

const HAS_IT: Record<Holder, Record<Reader, string>> = {
  us: { seller: "Fanlight", buyer: "Fanlight", staff: "us" },
  seller: { seller: "your side", buyer: "the seller", staff: "the seller" },
  buyer: { seller: "your buyer", buyer: "your side", staff: "the buyer" },
  giftor: { seller: "your buyer", buyer: "your side", staff: "the giftor" },
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

const same = (text: string) => () => text;

const TEXTS: Record<StageName, (reader: Reader) => string> = {
  instructed: same("Each side has a solicitor, who is instructed to act."),
  identity: same("Everybody who sells, buys or gives money proves who they are."),
  searches: (reader) =>
    `Offices such as the council say what they know about ${reader === "seller" ? "your" : "the"} home.`,
  contract_pack: (reader) =>
    reader === "seller"
      ? "Your solicitor sends your buyer’s solicitor the draft contract, the title and your forms."
      : "The seller’s solicitor sends the draft contract, the title and the seller’s forms.",
  enquiries: (reader) =>
    ({
      seller: "Your buyer’s solicitor asks questions. You and your solicitor answer them.",
      buyer: "Your solicitor asks questions. The seller and their solicitor answer them.",
      staff: "The buyer’s solicitor asks questions. The seller and their solicitor answer them.",
    })[reader],
  exchange: same("The sale becomes binding, and the day of the move is fixed."),
  completion: (reader) =>
    ({
      seller: "You hand over the keys and are paid.",
      buyer: "The home is paid for, and you get the keys.",
      staff: "The home is paid for, and the keys are handed over.",
    })[reader],
};

/** From when a stage that has not begun is counted. */
const COUNTED_AFTER: Record<StageName, string> = {
  instructed: "after payment",
  identity: "after instruction",
  searches: "after they are ordered",
  contract_pack: "after the searches",
  enquiries: "after they are raised",
  exchange: "after instruction",
  completion: "after exchange",
};

function byWhen(
  { name, state, counts_from }: Stage,
  {
    completes_on,
    history,
    today,
  }: { completes_on: string | null; history: StageHistory; today: string },
): ByWhen | null {
  if (name === "completion" && completes_on) {
    const day = dayOfWeek(completes_on, today);
    return state === "now"
      ? { text: day, basis: "Fixed at exchange", sentence: null }
      : { text: `Target ${day}`, basis: "It is fixed at exchange", sentence: null };
  }
  const range = history[name];
  if (!range) return null;
  const took = rangeText(range);
  // Of a stage that has not begun, the days would follow from others that may take longer than most.
  if (counts_from === null || state !== "now") {
    const text = `${took} ${COUNTED_AFTER[name]}`;
    return { text, basis: `Half of our last ${range.sales} sales`, sentence: null };
  }
  const [from, to] = datesOf(range, counts_from);
  const basis =
    name === "exchange"
      ? `${took} after instruction, as half of our last ${range.sales} sales`
      : `Half of our last ${range.sales} sales took ${took}`;
  if (to < today) {
    return { text: "Longer than most", basis, sentence: "This stage is taking longer than most." };
  }
  const last = dayOfWeek(to, today);
  const text = from === to ? last : `${dayOfWeek(from, today)} to ${last}`;
  return { text, basis, sentence: `Most sales are past this stage by ${last}.` };
}
