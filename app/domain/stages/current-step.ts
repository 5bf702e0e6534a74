/**
 * Derives a matter’s current stage, its next step and the person who has to take it (the holder).
 * Lists of matters read the stored row instead.
 */

import { londonDay } from "#app/domain/shared/dates.ts";
import { type Side, SIDES } from "#app/domain/transactions/sides.ts";
import {
  MATTER_STAGES,
  STAGE_NAMES,
  type StageFacts,
  type StageName,
} from "#app/domain/transactions/stage-facts.ts";
import {
  type Days,
  daysOf,
  doneStages,
  endOf,
  isPaidOrInstructed,
  latest,
  reachedOn,
  type StageView,
} from "./done-stages.ts";

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

/**
 * Places where a matter may be: its stages, the states before the first and after the last stage,
 * and the state of a sale that needs only a buyer.
 */
export const MATTER_STAGE_NAMES = [
  "not_instructed",
  "instructed",
  "identity",
  "searches",
  "contract_pack",
  "ready_for_buyer",
  "enquiries",
  "exchange",
  "completion",
  "completed",
  "aborted",
] as const;
export type MatterStage = (typeof MATTER_STAGE_NAMES)[number];

export const MATTER_STAGE_LABELS: Record<MatterStage, string> = {
  not_instructed: "Not instructed",
  ...MATTER_STAGES,
  ready_for_buyer: "Ready for a buyer",
  completed: "Completed",
  aborted: "Aborted",
};

export type NextStep =
  | "pay"
  | "choose_solicitor"
  | "assign_solicitors"
  | "replace_solicitor"
  | "send_letter"
  | "check_memorandum"
  | "find_buyer"
  | "order_checks"
  | "look_at_checks"
  | "settle_check"
  | "pass_check"
  | "order_searches"
  | "return_searches"
  | "property_information"
  | "prepare_contract_pack"
  | "send_contract_pack"
  | "raise_enquiries"
  | "answer_enquiries"
  | "exchange"
  | "complete";

/** A step that can be taken now. Several may be open at the same time. */
export type OpenStep = {
  next: NextStep;
  /** Stage that the step belongs to. Later stages may be open at the same time. */
  of: StageName;
  /** Side that the step concerns; null if it concerns both. */
  side: Side | null;
  /** The person who has to take the step; null if no one has to. */
  holder: Holder | null;
  /** Day since which the holder has had the step, such as "2026-11-21", if it is known. */
  since: string | null;
};

export type CurrentStep = Pick<OpenStep, "holder" | "since"> & {
  place: MatterStage;
  /** The first stage that is not done; null if the matter has ended. */
  stage: StageName | null;
  next: NextStep | null;
};

/**
 * Returns a matter’s stage, next step and holder. Dates after `today` are only planned and do not
 * count.
 */
export function currentStepOf(facts: StageFacts, today: string): CurrentStep {
  const end = endOf(facts, today);
  if (end === "aborted" && facts.ended_on !== null) {
    return { place: end, stage: null, next: null, holder: null, since: null };
  }
  if (end === "aborted") {
    return { place: end, stage: null, next: "find_buyer", holder: "seller", since: null };
  }
  if (end === "completed") {
    const since = daysOf(facts, today).completion;
    return { place: end, stage: null, next: null, holder: null, since };
  }
  const [{ next, holder, since }] = openSteps(facts, today);
  const isDone = doneStages(facts, today);
  const stage = STAGE_NAMES.find((name) => !isDone(name)) ?? "completion";
  const { seller, buyer } = facts.has_solicitor;
  const place = next === "pay" && !seller && !buyer ? "not_instructed" : stage;
  const isReady = next === "find_buyer" || (next === "check_memorandum" && stage === "enquiries");
  const at = isReady ? "ready_for_buyer" : place;
  // No one is late while a matter is paused, so the days are not counted.
  return { place: at, stage, next, holder, since: facts.pause === null ? since : null };
}

/**
 * Returns the step to show a reader, or null if the matter has ended. Open identity checks of the
 * reader’s side come first, because only people can complete them. The other side’s steps come
 * last, because they do not hold up the reader’s. Sellers see that we are checking the agent’s
 * memorandum once nothing else is open.
 */
export function stepForReader(
  facts: StageFacts,
  today: string,
  reader: Side | "staff",
): OpenStep | null {
  const end = endOf(facts, today);
  if (end === "aborted" || end === "completed") return null;
  const steps = openSteps(facts, today, reader === "buyer" ? "buyer" : "matter");
  if (reader === "staff") return steps[0];
  return (
    steps.find(({ next, side }) => next === "pass_check" && side === reader) ??
    steps.find(
      ({ next, side }) => next !== "check_memorandum" && (side === null || side === reader),
    ) ??
    steps[0]
  );
}

/**
 * Lists the steps that can be taken now, the most urgent first. The seller’s side starts with the
 * seller’s solicitor and needs no buyer: identity checks, searches and property information are
 * open at the same time, and the contract pack after them. A buyer brings steps of the buyer’s
 * side. Only for matters that have not ended.
 */
export function openSteps(
  facts: StageFacts,
  today: string,
  view: StageView = "matter",
): [OpenStep, ...OpenStep[]] {
  const known = daysOf(facts, today);
  if (known.exchange) {
    const of = "completion";
    return [{ next: "complete", of, side: null, holder: "solicitors", since: known.exchange }];
  }
  const steps = [
    ...(view === "buyer" ? [] : memorandumSteps(facts)),
    ...solicitorSteps(facts),
    ...checkSteps(facts, known),
    ...searchSteps(facts, known),
  ].toSorted((one, other) => ORDER.indexOf(one.next) - ORDER.indexOf(other.next));
  const isDone = doneStages(facts, today);
  const legal = legalStep(facts, known, { is_pack_ready: isDone("contract_pack"), view });
  const information = isDone("contract_pack") ? [] : informationSteps(facts, known);
  // Once there is a buyer, the solicitor doesn’t wait for the sellers’ answers. A pack that staff
  // record as ready doesn’t need them, because solicitors may use their own forms.
  const isReady =
    BEFORE_LEGAL_STEPS.every((name) => isDone(name)) &&
    (information.length === 0 || facts.has_solicitor.buyer);
  // Before exchange, the steps of both sides must be done. Earlier legal steps do not wait
  // for the buyer’s identity checks, and the contract pack needs no buyer.
  const needsNoBuyer = legal.next === "prepare_contract_pack";
  const hasDeclined = legal.holder === "buyer_solicitor" && facts.waits.declined_on.buyer !== null;
  const isOpen =
    isReady &&
    !hasDeclined &&
    (needsNoBuyer || facts.has_solicitor.buyer) &&
    legal.next !== "exchange";
  const [first, ...others] = [...steps, ...(isOpen ? [legal] : []), ...information];
  return first ? [first, ...others] : [legal];
}

const BEFORE_LEGAL_STEPS = ["instructed", "identity", "searches"] as const;

/** The order in which open steps should be taken. */
const ORDER: readonly NextStep[] = [
  "check_memorandum",
  "replace_solicitor",
  "send_letter",
  "pay",
  "choose_solicitor",
  "assign_solicitors",
  "settle_check",
  "order_checks",
  "look_at_checks",
  "order_searches",
  "pass_check",
  "return_searches",
];

/** Until staff have checked an agent’s memorandum of sale, no one invites the buyer. */
function memorandumSteps({ waits }: StageFacts): OpenStep[] {
  const since = waits.memorandum_sent_on;
  if (since === null) return [];
  return [{ next: "check_memorandum", of: "enquiries", side: "seller", holder: "us", since }];
}

function solicitorSteps(facts: StageFacts): OpenStep[] {
  const { waits, purchase, has_solicitor, paid_at } = facts;
  const of = "instructed";
  const created = londonDay(facts.created_at);
  const since = waits.to_assign_since;
  const steps: OpenStep[] = SIDES.flatMap((side) => {
    const declined_on = waits.declined_on[side];
    if (declined_on === null) return [];
    return { next: "replace_solicitor", of, side, holder: "us", since: declined_on };
  });
  if (waits.letter_failed_on) {
    const side = waits.seller_letter_failed ? "seller" : "buyer";
    steps.push({ next: "send_letter", of, side, holder: "us", since: waits.letter_failed_on });
  }
  if (!isPaidOrInstructed(facts)) {
    steps.push({ next: "pay", of, side: "seller", holder: "seller", since: created });
  } else if (!has_solicitor.seller && waits.choice) {
    const chooses = { next: "choose_solicitor", of, side: "seller", holder: "seller" } as const;
    steps.push({ ...chooses, since: paid_at ? londonDay(paid_at) : created });
  } else if (!has_solicitor.seller) {
    steps.push({ next: "assign_solicitors", of, side: "seller", holder: "us", since });
  } else if (!has_solicitor.buyer && purchase) {
    steps.push({ next: "assign_solicitors", of, side: "buyer", holder: "us", since });
  }
  return steps;
}

/** A side’s identity checks can be ordered once that side has a solicitor, who gets the results. */
function checkSteps(facts: StageFacts, known: Days): OpenStep[] {
  const { checks, has_solicitor, purchase, waits } = facts;
  if (!has_solicitor.seller || !isPaidOrInstructed(facts)) return [];
  const of = "identity";
  const steps: OpenStep[] = [];
  for (const side of SIDES) {
    if (!has_solicitor[side] || (side === "buyer" && !purchase)) continue;
    // A firm that doesn’t act gets no results.
    if (waits.declined_on[side] !== null) continue;
    const since = latest([known.instructed, side === "buyer" ? known.buyer_instructed : null]);
    const ours = { of, side, holder: "us", since } as const;
    if (checks[side] === "outstanding") steps.push({ next: "order_checks", ...ours });
    if (checks[side] === "in_progress") steps.push({ next: "look_at_checks", ...ours });
  }
  if (waits.check) {
    const { person_type, is_unconfirmed, created_at } = waits.check;
    const since = londonDay(created_at);
    const side = person_type === "seller" ? "seller" : "buyer";
    steps.push(
      is_unconfirmed
        ? { next: "settle_check", of, side, holder: "us", since }
        : { next: "pass_check", of, side, holder: person_type, since },
    );
  }
  return steps;
}

function searchSteps(facts: StageFacts, known: Days): OpenStep[] {
  const { progress, has_solicitor, waits } = facts;
  if (!has_solicitor.seller || !isPaidOrInstructed(facts)) return [];
  const of = "searches";
  const side = null;
  if (progress.searches === "outstanding") {
    return [{ next: "order_searches", of, side, holder: "us", since: known.instructed }];
  }
  if (progress.searches === "complete") return [];
  const since = waits.searches_since ? londonDay(waits.searches_since) : null;
  return [{ next: "return_searches", of, side, holder: "search_provider", since }];
}

/** Sellers can answer the questions about the property once they have a solicitor. */
function informationSteps(facts: StageFacts, known: Days): OpenStep[] {
  const { property_information: progress, has_solicitor } = facts;
  if (progress === null || progress === "complete") return [];
  if (!has_solicitor.seller || !isPaidOrInstructed(facts)) return [];
  const of = "contract_pack";
  const next = "property_information";
  return [{ next, of, side: "seller", holder: "seller", since: known.instructed }];
}

/**
 * Returns the next legal step. A later date shows that the earlier steps are done, so a missing
 * date of an earlier step does not hold up the matter.
 */
function legalStep(
  { purchase, has_solicitor }: StageFacts,
  known: Days,
  { is_pack_ready, view }: { is_pack_ready: boolean; view: StageView },
): OpenStep {
  const side = null;
  const holder = "seller_solicitor";
  if (!is_pack_ready) {
    const of = "contract_pack";
    return { next: "prepare_contract_pack", of, side, holder, since: reachedOn(of, known) };
  }
  if (!purchase && !has_solicitor.buyer) {
    return { next: "find_buyer", of: "enquiries", side, holder: null, since: null };
  }
  const since = (stage: StageName) =>
    latest([reachedOn(stage, known), known.pack_sent, known.buyer_instructed]);
  if (known.enquiries) {
    const of = "exchange";
    return { next: "exchange", of, side, holder: "solicitors", since: since(of) };
  }
  const of = "enquiries";
  if (known.raised) {
    return { next: "answer_enquiries", of, side, holder, since: known.raised };
  }
  if (known.pack_sent) {
    return { next: "raise_enquiries", of, side, holder: "buyer_solicitor", since: since(of) };
  }
  // The buyer’s contract pack is done when it has been sent, the matter’s when it is ready.
  const sent_in = view === "buyer" ? "contract_pack" : of;
  return { next: "send_contract_pack", of: sent_in, side, holder, since: since(of) };
}
