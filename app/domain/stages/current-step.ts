/**
 * Derives a matter’s current stage, its next step and the person who has to take it (the holder).
 * Lists of matters read the stored row instead.
 */

import { londonDay } from "#app/domain/shared/dates.ts";
import {
  MATTER_STAGES,
  STAGE_NAMES,
  type StageFacts,
  type StageName,
} from "#app/domain/transactions/stage-facts.ts";

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

/** Stages of a matter, with the states before the first and after the last stage. */
export const MATTER_STAGE_NAMES = [
  "not_instructed",
  ...STAGE_NAMES,
  "completed",
  "aborted",
] as const;
export type MatterStage = (typeof MATTER_STAGE_NAMES)[number];

export const MATTER_STAGE_LABELS: Record<MatterStage, string> = {
  not_instructed: "Not instructed",
  ...MATTER_STAGES,
  completed: "Completed",
  aborted: "Aborted",
};

export type NextStep =
  | "pay"
  | "choose_solicitor"
  | "assign_solicitors"
  | "send_letter"
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

export type CurrentStep = {
  place: MatterStage;
  stage: StageName | null;
  next: NextStep | null;
  /** The person who has to take the next step; null if no one has to. */
  holder: Holder | null;
  /** Day since which the holder has had the matter, such as "2026-11-21", if it is known. */
  since: string | null;
};

/**
 * Returns a matter’s stage, next step and holder. Dates after `today` are only planned and do not
 * count.
 */
export function currentStepOf(facts: StageFacts, today: string): CurrentStep {
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
  place: MatterStage,
  stage: StageName | null,
  next: NextStep | null,
  holder: Holder | null,
  since: string | null,
): CurrentStep {
  return { place, stage, next, holder, since };
}

type Step = Exclude<NextStep, "complete">;

const STAGE_OF: Record<Step, StageName> = {
  pay: "instructed",
  choose_solicitor: "instructed",
  assign_solicitors: "instructed",
  send_letter: "instructed",
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

export type Days = Record<StageName, string | null> & { raised: string | null };

/** Returns the known dates of the stages that are complete. Dates after `today` are left out. */
export function daysOf({ days, purchase }: StageFacts, today: string): Days {
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
  if (waits.letter_failed_on) return "send_letter";
  if (!has_solicitor.seller || !has_solicitor.buyer) {
    if (progress.payment !== "complete") return "pay";
    if (waits.choice) return "choose_solicitor";
    // Only the buyer’s side cannot get a solicitor before there is a buyer. If the seller has none,
    // we have to assign one.
    return has_solicitor.seller && !purchase ? "find_buyer" : "assign_solicitors";
  }
  if (progress.id_checks === "outstanding") return "order_checks";
  if (waits.check?.is_unconfirmed) return "settle_check";
  if (progress.id_checks === "in_progress") return "look_at_checks";
  if (waits.check) return "pass_check";
  if (progress.searches === "outstanding") return "order_searches";
  if (progress.searches === "in_progress") return "return_searches";
  // A later step shows that the earlier ones are done, so a missing date of an earlier step does
  // not hold up the matter.
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
    case "send_letter":
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
      return day(facts.paid_at ?? facts.created_at);
    case "assign_solicitors":
      return facts.waits.to_assign_since;
    case "send_letter":
      return facts.waits.letter_failed_on;
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

/** Returns the latest known date of the stages before this one. */
function reachedOn(stage: StageName, known: Days): string | null {
  return latest(STAGE_NAMES.slice(0, STAGE_NAMES.indexOf(stage)).map((name) => known[name]));
}

function latest(days: readonly (string | null)[]): string | null {
  return days.reduce((last, day) => (day && (!last || day > last) ? day : last), null);
}
