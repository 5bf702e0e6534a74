import { dayOfWeek, londonDay, sentenceDate, shortDay } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import {
  CUSTOMER_STAGES,
  MATTER_STAGES,
  type StageFacts,
  type StageName,
} from "#app/domain/transactions/stage-facts.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import {
  datesOf,
  lastDayOf,
  rangeText,
  type StageHistory,
  type StageRange,
} from "./duration-range.ts";
import { spanOf, type Stage, stagesOf } from "./stages.ts";
import { type Holder, type OpenStep, openSteps, stepForReader } from "./current-step.ts";
import { endOf } from "./done-stages.ts";
import {
  type Audience,
  holderText,
  type OwnSide,
  type ExpectedDate,
  type StageHolder,
  currentHolder,
} from "./stage-holder.ts";

/** A note by staff, as `selectStageNotes` reads it. */
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
  text: string;
  /** Day on which the stage was done or stopped, such as "Tue 10 November", if it is known. */
  day: string | null;
  /** The same day in short, such as "Tue 10 Nov". */
  short_day: string | null;
  /** Duration of a completed stage, such as "Finished 4 working days after payment". */
  took: string | null;
  /**
   * Current or usual holder of the stage, such as "your solicitor". Null if the matter has fallen
   * through, or if the stage starts when there is a buyer.
   */
  holder: string | null;
  /** True if the stage has already started in parallel with an earlier stage. */
  is_begun: boolean;
  /** True for an open stage of a matter that staff have paused. */
  is_paused: boolean;
  by_when: ByWhen | null;
  notes: ShownNote[];
} & Pick<StageHolder, "held_for" | "open_checks">;

type ShownNote = {
  id: string;
  note: string;
  /** Author and day, such as "Rita at Fanlight, Thu 26 November". */
  by: string;
  /**
   * Title of a card, such as "Rita at Fanlight left you a note on Thursday 26 November".
   */
  left: string;
};

/** Expected date of a stage, and what it is based on. */
export type ByWhen = {
  /** Label of the date while the stage is the current one. */
  term: "Expected" | "Planned for" | "Set for";
  /**
   * The expected date or duration. Null if the stage is slower than usual: `expected` may then have
   * a day.
   */
  text: string | null;
  /** True if the stage has taken longer than it did in three out of four sales. */
  is_late: boolean;
  basis: string;
  /** Short form of the expected date for the card, or null if there is none. */
  expected: ExpectedDate | null;
};

/** Returns the stages of a matter as a reader sees them. `own` is null for staff. */
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
  completes_on: string | null;
  history: StageHistory;
  notes: readonly Note[];
  reader: Audience;
  own?: OwnSide | null;
  today: string;
}): ShownStage[] {
  const has_stopped = endOf(facts, today) === "aborted";
  const own_step = stepForReader(facts, today, reader);
  const view = reader === "buyer" ? "buyer" : "matter";
  const is_paused = facts.pause !== null && endOf(facts, today) === null;
  const steps = own_step && !is_paused ? [own_step, ...openSteps(facts, today, view)] : [];
  const stages = stagesOf(facts, today, view);
  const exchanges_on = facts.purchase?.exchanged ?? null;
  const planned = { completes_on, exchanges_on };
  const shown = stages.map((stage): ShownStage => {
    const { name, state } = stage;
    const is_now = state === "now";
    // Sellers have the contract pack only while nothing else comes before their answers. We have
    // the enquiries only while we check an agent’s memorandum and nothing else is open.
    const isShown = ({ of, next }: OpenStep) =>
      of === name && (is_now || (next !== "property_information" && next !== "check_memorandum"));
    const step = steps.find(isShown) ?? (is_now && !is_paused ? own_step : null);
    // Enquiries may already have been raised while an earlier stage is repeated.
    const is_asked = name === "enquiries" && !is_now && state !== "done" && isRaised(facts, today);
    const day = stage.done_on ?? stage.stopped_on;
    const span = spanOf(stage);
    const stage_holder = step
      ? currentHolder(step, { reader, own, today })
      : {
          holder: holderText(is_asked ? "seller_solicitor" : USUAL_HOLDER[name], reader),
          held_for: null,
          open_checks: null,
        };
    // No one keeps a sale without a buyer waiting, so customers read of no holder.
    const hasNoHolder = step?.next === "find_buyer" && reader !== "staff";
    return {
      name,
      title: (reader === "staff" ? MATTER_STAGES : CUSTOMER_STAGES)[name],
      state,
      text: stageText(stage, { reader, has_stopped }),
      day: day && dayOfWeek(day, today),
      short_day: day && shortDay(day, today),
      took: span && `Finished ${daysText(span.working_days)} ${countedFrom(name, reader).was}`,
      ...stage_holder,
      holder: has_stopped || hasNoHolder || is_paused ? null : stage_holder.holder,
      is_paused: is_paused && state !== "done",
      is_begun:
        is_asked ||
        (!is_now && state !== "done" && step !== null && step.next !== "find_buyer") ||
        (state !== "done" && name === "searches" && facts.progress.searches === "in_progress"),
      by_when:
        state === "done" ||
        has_stopped ||
        facts.pause !== null ||
        (is_now && (step?.holder === null || isAgain(stages)))
          ? null
          : byWhen(stage, { planned, history, reader, today }),
      notes: notes
        .filter((note) => note.stage === name)
        .map((note) => shownNote(note, { reader, today })),
    };
  });
  return withNextStage(shown);
}

/**
 * Makes the first stage that has not started the next one, if the stages before it have started in
 * parallel with the current one.
 */
function withNextStage(stages: readonly ShownStage[]): ShownStage[] {
  const hasNext = stages.some(({ state, is_begun }) => state === "next" && !is_begun);
  const first = stages.find(({ state, is_begun }) => state === "later" && !is_begun);
  const isCurrent = stages.some(({ state }) => state === "now");
  return stages.map((stage) =>
    stage === first && !hasNext && isCurrent ? { ...stage, state: "next" } : stage,
  );
}

function isRaised({ days: { enquiries_raised_on: raised } }: StageFacts, today: string): boolean {
  return raised !== null && raised <= today;
}

/**
 * Returns true if the current stage is being repeated, because a later stage is already done. A
 * repeated stage has no usual duration.
 */
function isAgain(stages: readonly Stage[]): boolean {
  const now = stages.findIndex(({ state }) => state === "now");
  return stages.slice(now + 1).some(({ name, state }) => name !== "searches" && state === "done");
}

/** Returns a note as a reader sees it. Its author may not be the handler of the matter. */
function shownNote(
  { id, note, first_name, created_at }: Note,
  { reader, today }: { reader: Audience; today: string },
): ShownNote {
  const written = londonDay(created_at);
  const day = dayOfWeek(written, today);
  const author = reader === "staff" ? first_name : `${first_name} at ${PRODUCT_NAME}`;
  const left = written === today ? "today" : `on ${sentenceDate(written, today)}`;
  return {
    id,
    note,
    by: `${author}, ${day}`,
    left: `${first_name} at ${PRODUCT_NAME} left you a note ${left}`,
  };
}

const daysText = (count: number) => rangeText({ from_days: count, to_days: count });

const USUAL_HOLDER: Record<StageName, Holder> = {
  instructed: "us",
  identity: "us",
  searches: "search_provider",
  contract_pack: "seller_solicitor",
  enquiries: "solicitors",
  exchange: "solicitors",
  completion: "solicitors",
};

/** Texts of the first stage once it is done. */
const INSTRUCTED: Record<Audience, string> = {
  seller: "You have a solicitor, so the legal work has started.",
  buyer: "You and the seller each have a solicitor.",
  staff: "The seller has a solicitor, so the legal work has started.",
};

const TEXTS: Record<StageName, Record<Audience, string>> = {
  instructed: {
    seller: "You need a solicitor. The legal work starts as soon as you have one.",
    buyer: "You and the seller each need a solicitor.",
    staff: "The seller needs a solicitor. The legal work starts as soon as they have one.",
  },
  identity: {
    seller: "Everyone selling needs to complete an ID check.",
    buyer: "Everyone selling, buying or giving money needs to complete an ID check.",
    staff:
      "Each seller needs to complete an identity check. The buyers and giftors need to complete theirs before exchange.",
  },
  searches: {
    seller:
      "The local council, water company and others tell us what they know about your property.",
    buyer: "The local council, water company and others tell us what they know about the property.",
    staff: "The local council, water company and others tell us what they know about the property.",
  },
  contract_pack: {
    seller:
      "Your solicitor prepares the contract pack (draft contract, title documents and your forms) for your buyer’s solicitor.",
    buyer:
      "The seller’s solicitor sends the contract pack (draft contract, title documents and the seller’s forms) to your solicitor.",
    staff:
      "The seller’s solicitor prepares the contract pack (draft contract, title documents and the seller’s forms). This doesn’t need a buyer.",
  },
  enquiries: {
    seller:
      "Your buyer’s solicitor raises enquiries (questions). You and your solicitor answer them.",
    buyer:
      "Your solicitor raises enquiries (questions). The seller and their solicitor answer them.",
    staff: "The buyer’s solicitor raises enquiries. The seller and their solicitor answer them.",
  },
  exchange: {
    seller: "Your sale becomes legally binding and the completion date is set.",
    buyer: "Your purchase becomes legally binding and the completion date is set.",
    staff: "The sale becomes legally binding and the completion date is set.",
  },
  completion: {
    seller: "Your buyer’s solicitor pays your solicitor and you hand over the keys.",
    buyer: "Your solicitor pays the seller’s solicitor and you get the keys.",
    staff: "The buyer’s solicitor pays the seller’s solicitor and the keys are handed over.",
  },
};

/** Stages of the seller’s side for which a seller might think that they need a buyer. */
const WITHOUT_BUYER: readonly StageName[] = ["identity", "contract_pack"];

function stageText(
  { name, state }: Pick<Stage, "name" | "state">,
  { reader, has_stopped }: { reader: Audience; has_stopped: boolean },
): string {
  const texts = name === "instructed" && state === "done" ? INSTRUCTED : TEXTS[name];
  const needsNoBuyer = reader === "seller" && !has_stopped && WITHOUT_BUYER.includes(name);
  return needsNoBuyer ? `${texts[reader]} You don’t need a buyer for this.` : texts[reader];
}

/**
 * Event from which a stage’s duration is counted: `was` is its text for past sales, `is` the text
 * for this sale.
 */
type CountedFrom = { was: string; is: string };

const of = (text: string): CountedFrom => ({ was: text, is: text });
const INSTRUCTION: CountedFrom = {
  was: "after both solicitors were instructed",
  is: "after both solicitors are instructed",
};

const COUNTED_FROM: Record<StageName, CountedFrom> = {
  instructed: of("after payment"),
  identity: {
    was: "after the seller’s solicitor was instructed",
    is: "after the seller’s solicitor is instructed",
  },
  searches: { was: "after the searches were ordered", is: "after the searches are ordered" },
  contract_pack: {
    was: "after the seller’s ID checks and the searches were done",
    is: "after the seller’s ID checks and the searches are done",
  },
  enquiries: of("after the first enquiries"),
  exchange: INSTRUCTION,
  completion: of("after exchange"),
};

/** Buyers pay us nothing, so the text for them says that the seller pays. */
const FOR_READER: Record<Audience, Partial<Record<StageName, CountedFrom>>> = {
  seller: {
    identity: { was: "after you had a solicitor", is: "after you have a solicitor" },
    contract_pack: {
      was: "after your ID checks and the searches were done",
      is: "after your ID checks and the searches are done",
    },
  },
  buyer: {
    instructed: {
      was: "after the seller paid the service fee",
      is: "after the seller pays the service fee",
    },
  },
  staff: {},
};

const countedFrom = (name: StageName, reader: Audience) =>
  FOR_READER[reader][name] ?? COUNTED_FROM[name];

type Planned = { exchanges_on: string | null; completes_on: string | null };

function byWhen(
  stage: Stage,
  {
    planned,
    history,
    reader,
    today,
  }: { planned: Planned; history: StageHistory; reader: Audience; today: string },
): ByWhen | null {
  const { name, state, counts_from } = stage;
  // A buyer’s first two stages also wait for the buyer’s side, which has no statistics.
  if (reader === "buyer" && (name === "instructed" || name === "identity")) return null;
  const set = byDaySet(stage, planned, today);
  if (set) return set;
  if (name === "completion" && state === "now") return null;
  const range = history[name];
  if (!range) return null;
  const from_when = countedFrom(name, reader);
  // Show only the usual duration of a stage that has not started: its dates would depend on other
  // stages.
  if (counts_from === null || state !== "now") {
    const basis = `Half of our last ${range.sales} sales took this long`;
    const text = `${rangeText(range)} ${from_when.is}`;
    return { term: "Expected", text, is_late: false, basis, expected: null };
  }
  const [from, to] = datesOf(range, counts_from);
  const basis = `In half of our last ${range.sales} sales, this stage was done ${rangeText(range)} ${from_when.was}`;
  if (to < today) return lateDay(range, { counts_from, usual: to, basis, today });
  // `to` is from the upper quartile: in three out of four sales, the stage was done by this day.
  const last = dayOfWeek(to, today);
  const text = from <= today ? last : `${dayOfWeek(from, today)} to ${last}`;
  const sentence = `This stage is usually done by ${sentenceDate(to, today)}.`;
  const expected = {
    term: "Usually done by",
    day: last,
    usual: null,
    is_late: false,
    sentence,
  } as const;
  return { term: "Expected", text, is_late: false, basis, expected };
}

/**
 * Returns the expected date of a stage that is slower than usual: the day by which it is done in
 * nine out of ten sales. If that day has passed, there is no date.
 */
function lateDay(
  range: StageRange,
  {
    counts_from,
    usual: to,
    basis,
    today,
  }: { counts_from: string; usual: string; basis: string; today: string },
): ByWhen {
  const is_late = true;
  const usual = dayOfWeek(to, today);
  const last = lastDayOf(range, counts_from, today);
  const day = last && dayOfWeek(last, today);
  const now = last
    ? `It’s now expected by ${sentenceDate(last, today)}.`
    : "This one is taking longer than 9 in 10 of our recent sales.";
  const sentence = `This stage is usually done by ${sentenceDate(to, today)}. ${now}`;
  return {
    term: "Expected",
    text: null,
    is_late,
    basis: `${basis}. In 9 out of 10, it was done within ${pluralise(Math.max(range.late_days, 1), "working day")}`,
    expected: { term: day ? "Now expected by" : "Expected", day, usual, is_late, sentence },
  };
}

/**
 * Returns the planned or agreed date of exchange or completion, or null. Before exchange, the date
 * of completion is only planned.
 */
function byDaySet(
  { name, state }: Stage,
  { exchanges_on, completes_on }: Planned,
  today: string,
): ByWhen | null {
  if (name === "exchange" && exchanges_on) {
    const day = dayOfWeek(exchanges_on, today);
    const sentence = `Exchange is planned for ${sentenceDate(exchanges_on, today)}.`;
    return {
      term: "Planned for",
      text: state === "now" ? day : `Planned for ${day}`,
      is_late: false,
      basis: "The date both solicitors are working towards",
      expected: { term: "Planned for", day, usual: null, is_late: false, sentence },
    };
  }
  if (name !== "completion" || !completes_on) return null;
  const day = dayOfWeek(completes_on, today);
  return state === "now"
    ? {
        term: "Set for",
        text: day,
        is_late: false,
        basis: "The completion date in the contract",
        expected: null,
      }
    : {
        term: "Planned for",
        text: `Planned for ${day}`,
        is_late: false,
        basis: "The date is set when contracts are exchanged",
        expected: null,
      };
}
