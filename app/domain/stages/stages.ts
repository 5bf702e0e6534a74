import { londonDay } from "#app/domain/fields/dates.ts";
import { workingDaysBetween } from "#app/domain/fields/working-days.ts";
import {
  MATTER_STAGES,
  STAGE_NAMES,
  type StageFacts,
  type StageName,
} from "#app/domain/transactions/stage-facts.ts";

/**
 * How far a matter is, in the words of the trade, and who has it: derived from its events, checks, searches and dates,
 * never typed. The view `listed_transaction_rules` says the same of whereabouts, for lists (migrations/0069).
 */

/** Who may have a matter. */
export const HOLDER_NAMES = [
  "us",
  "seller",
  "buyer",
  "giftor",
  "search_provider",
  "seller_solicitor",
  "buyer_solicitor",
  "solicitors",
] as const;
export type Holder = (typeof HOLDER_NAMES)[number];

export const HOLDERS: Record<Holder, string> = {
  us: "Us",
  seller: "Seller",
  buyer: "Buyer",
  giftor: "Giftor",
  search_provider: "Search provider",
  seller_solicitor: "Seller’s solicitor",
  buyer_solicitor: "Buyer’s solicitor",
  solicitors: "Both solicitors",
};

/** Where a matter is: one of its seven stages, before them, or out of them. */
export const PLACE_NAMES = ["not_instructed", ...STAGE_NAMES, "completed", "aborted"] as const;
export type Place = (typeof PLACE_NAMES)[number];

export const PLACES: Record<Place, string> = {
  not_instructed: "Not instructed",
  ...MATTER_STAGES,
  completed: "Completed",
  aborted: "Aborted",
};

/** What has to happen next. */
export type NextStep =
  | "pay"
  | "choose_solicitor"
  | "assign_solicitors"
  | "find_buyer"
  | "order_checks"
  | "look_at_checks"
  | "settle_check"
  | "pass_check"
  | "order_searches"
  | "return_searches"
  | "send_contract_pack"
  | "raise_enquiries"
  | "answer_enquiries"
  | "exchange"
  | "complete";

export type Whereabouts = {
  place: Place;
  /** The stage that is under way; null when none is. */
  stage: StageName | null;
  next: NextStep | null;
  /** Who has it; null when no one has. */
  holder: Holder | null;
  /** The day since when, "2026-11-21", where it is known. */
  since: string | null;
};

/**
 * Where a matter is, what comes next and who has it.
 *
 * @param today "2026-11-21", as London has it: a date that is still to come has not happened
 */
export function whereaboutsOf(facts: StageFacts, today: string): Whereabouts {
  const known = daysOf(facts, today);
  const reached = lastReached(facts, today);
  if (reached === "aborted") return at("aborted", null, "find_buyer", "seller", null);
  if (reached === "completed") return at("completed", null, null, null, known.completion);
  if (reached === "exchanged") {
    return at("completion", "completion", "complete", "solicitors", known.exchange);
  }
  const next = nextStep(facts, known);
  const stage = STAGE_OF[next];
  const { seller, buyer } = facts.has_solicitor;
  return at(
    next === "pay" && !seller && !buyer ? "not_instructed" : stage,
    stage,
    next,
    holderOf(next, facts),
    sinceOf(next, facts, known),
  );
}

function at(
  place: Place,
  stage: StageName | null,
  next: NextStep | null,
  holder: Holder | null,
  since: string | null,
): Whereabouts {
  return { place, stage, next, holder, since };
}

type Step = Exclude<NextStep, "complete">;

const STAGE_OF: Record<Step, StageName> = {
  pay: "instructed",
  choose_solicitor: "instructed",
  assign_solicitors: "instructed",
  find_buyer: "instructed",
  order_checks: "identity",
  look_at_checks: "identity",
  settle_check: "identity",
  pass_check: "identity",
  order_searches: "searches",
  return_searches: "searches",
  send_contract_pack: "contract_pack",
  raise_enquiries: "enquiries",
  answer_enquiries: "enquiries",
  exchange: "exchange",
};

/** The days on which stages were done, where they are known and have come. */
type Days = Record<StageName, string | null> & { raised: string | null };

function daysOf({ days, purchase }: StageFacts, today: string): Days {
  const come = (day: string | null | undefined) => (day && day <= today ? day : null);
  return {
    instructed: days.instructed_on,
    identity: days.identity_on,
    searches: days.searches_on,
    contract_pack: come(days.contract_pack_sent_on),
    raised: come(days.enquiries_raised_on),
    enquiries: come(days.enquiries_answered_on),
    exchange: come(purchase?.exchanged),
    completion: come(purchase?.completed),
  };
}

function lastReached({ purchase }: StageFacts, today: string) {
  const names = ["aborted", "completed", "exchanged"] as const;
  return names.find((name) => purchase?.[name] && purchase[name] <= today) ?? null;
}

function nextStep(facts: StageFacts, known: Days): Step {
  const { progress, waits, purchase, has_solicitor } = facts;
  if (!has_solicitor.seller || !has_solicitor.buyer) {
    if (progress.payment !== "complete") return "pay";
    if (waits.choice) return "choose_solicitor";
    // The buyer’s solicitor waits for a buyer; the seller’s, once they have said whom they would like, for no one but us.
    return has_solicitor.seller && !purchase ? "find_buyer" : "assign_solicitors";
  }
  if (progress.id_checks === "outstanding") return "order_checks";
  if (waits.check?.is_unconfirmed) return "settle_check";
  if (progress.id_checks === "in_progress") return "look_at_checks";
  if (waits.check) return "pass_check";
  if (progress.searches === "outstanding") return "order_searches";
  if (progress.searches === "in_progress") return "return_searches";
  // Whoever asks about a pack, or answers, has it: a day that is missing before is not waited for.
  if (known.enquiries) return "exchange";
  if (known.raised) return "answer_enquiries";
  return known.contract_pack ? "raise_enquiries" : "send_contract_pack";
}

function holderOf(next: Step, { waits }: StageFacts): Holder | null {
  switch (next) {
    case "pay":
    case "choose_solicitor":
      return "seller";
    case "find_buyer":
      return null;
    case "pass_check":
      return waits.check?.person_type ?? null;
    case "return_searches":
      return "search_provider";
    case "send_contract_pack":
    case "answer_enquiries":
      return "seller_solicitor";
    case "raise_enquiries":
      return "buyer_solicitor";
    case "exchange":
      return "solicitors";
    case "assign_solicitors":
    case "order_checks":
    case "look_at_checks":
    case "settle_check":
    case "order_searches":
      return "us";
  }
}

function sinceOf(next: Step, facts: StageFacts, known: Days): string | null {
  const day = (moment: Date | string | null | undefined) => (moment ? londonDay(moment) : null);
  switch (next) {
    case "find_buyer":
      return null;
    case "pay":
      return day(facts.created_at);
    case "choose_solicitor":
    case "assign_solicitors":
      return day(facts.paid_at ?? facts.created_at);
    case "settle_check":
    case "pass_check":
      return day(facts.waits.check?.created_at);
    case "return_searches":
      return day(facts.waits.searches_since);
    case "answer_enquiries":
      return known.raised;
    case "order_checks":
    case "look_at_checks":
    case "order_searches":
    case "send_contract_pack":
    case "raise_enquiries":
    case "exchange":
      return reachedOn(STAGE_OF[next], known);
  }
}

/** The day on which all that comes before a stage was done, as far as it is known. */
function reachedOn(stage: StageName, known: Days): string | null {
  return latest(STAGE_NAMES.slice(0, STAGE_NAMES.indexOf(stage)).map((name) => known[name]));
}

function latest(days: readonly (string | null)[]): string | null {
  return days.reduce((last, day) => (day && (!last || day > last) ? day : last), null);
}

/** `stopped` is where a matter was when it was called off. */
export type StageState = "done" | "now" | "next" | "later" | "stopped";

export type Stage = {
  name: StageName;
  state: StageState;
  /** Of one that is under way: since when. Of one in which it stopped: on which day. */
  since: string | null;
  /** Of one that is done: on which day, where it is known. */
  done_on: string | null;
  /** The day from which its history counts: for an exchange that is the instruction. */
  counts_from: string | null;
};

/**
 * All seven stages of a matter, in their order. One that is done early is done; of what a later fact leaves behind no one
 * knows the day.
 *
 * @param today as whereaboutsOf
 */
export function stagesOf(facts: StageFacts, today: string): Stage[] {
  const known = daysOf(facts, today);
  const { place, stage: now } = whereaboutsOf(facts, today);
  const stopped = stoppedAt(facts, today);
  const isDone = doneStages(facts, { known, place, today });
  const next = now && STAGE_NAMES.slice(STAGE_NAMES.indexOf(now) + 1).find((name) => !isDone(name));
  const stateOf = (name: StageName): StageState => {
    if (name === stopped?.stage) return "stopped";
    if (isDone(name)) return "done";
    return name === now ? "now" : name === next ? "next" : "later";
  };
  return STAGE_NAMES.map((name) => {
    const state = stateOf(name);
    return {
      name,
      state,
      since: stageSince({ name, state }, facts, known),
      done_on: state === "done" ? known[name] : null,
      counts_from: countsFrom(name, facts, known),
    };
  });
}

/** In which stage a matter was when it was called off, and on which day; null for one that goes on. */
export function stoppedAt(facts: StageFacts, today: string) {
  const day = facts.purchase?.aborted;
  if (!facts.purchase || !day || day > today) return null;
  const before = { ...facts, purchase: { ...facts.purchase, aborted: null } };
  const { stage, place } = whereaboutsOf(before, day);
  return place === "completed" ? null : { stage: stage ?? "instructed", day };
}

/**
 * Which legal steps are behind a matter: written down, or proved by a later one, since nobody asks about a contract pack
 * that they have not, and nobody exchanges what is not answered.
 */
export function legalSteps(facts: StageFacts, today: string) {
  const { contract_pack, raised, enquiries, exchange, completion } = daysOf(facts, today);
  const is_raised = [raised, enquiries, exchange, completion].some((day) => day !== null);
  return { pack_sent: is_raised || contract_pack !== null, enquiries_raised: is_raised };
}

function doneStages(
  facts: StageFacts,
  { known, place, today }: { known: Days; place: Place; today: string },
) {
  const { progress, waits, has_solicitor } = facts;
  const exchanged = place === "completed" || place === "completion" || known.exchange !== null;
  const done: Record<StageName, boolean> = {
    instructed: has_solicitor.seller && has_solicitor.buyer,
    identity: progress.id_checks === "complete" && waits.check === null,
    searches: progress.searches === "complete",
    contract_pack: legalSteps(facts, today).pack_sent,
    enquiries: known.enquiries !== null,
    exchange: exchanged,
    completion: place === "completed",
  };
  return (name: StageName) => done[name] || (exchanged && name !== "completion");
}

function stageSince(
  { name, state }: Pick<Stage, "name" | "state">,
  { paid_at, created_at, purchase }: StageFacts,
  known: Days,
) {
  if (state === "stopped") return purchase?.aborted ?? null;
  if (state !== "now") return null;
  if (name === "instructed") return londonDay(paid_at ?? created_at);
  return name === "completion" ? known.exchange : reachedOn(name, known);
}

function countsFrom(name: StageName, { paid_at, days }: StageFacts, known: Days): string | null {
  switch (name) {
    case "instructed":
      return paid_at ? londonDay(paid_at) : null;
    case "identity":
    case "exchange":
      return known.instructed;
    case "searches":
      return days.searches_ordered_on;
    case "contract_pack":
      return known.searches;
    case "enquiries":
      return known.raised;
    case "completion":
      return known.exchange;
  }
}

/** How long a stage took that is done, in working days; null where a day is not known, or they are the wrong way round. */
export function spanOf({ state, counts_from, done_on }: Stage) {
  if (state !== "done" || !counts_from || !done_on || done_on < counts_from) return null;
  return {
    began_on: counts_from,
    ended_on: done_on,
    working_days: workingDaysBetween(counts_from, done_on),
  };
}
