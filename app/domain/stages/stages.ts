import { londonDay } from "#app/domain/shared/dates.ts";
import { workingDaysBetween } from "#app/domain/shared/working-days.ts";
import {
  STAGE_NAMES,
  type StageFacts,
  type StageName,
} from "#app/domain/transactions/stage-facts.ts";
import { currentStepOf } from "./current-step.ts";
import { type Days, daysOf, doneStages, latest, type StageView } from "./done-stages.ts";

/** State of a stage. `stopped` is the state of the stage in which the sale fell through. */
export type StageState = "done" | "now" | "next" | "later" | "stopped";

export type Stage = {
  name: StageName;
  state: StageState;
  stopped_on: string | null;
  done_on: string | null;
  /**
   * Day from which the stage’s duration is counted. For exchange, it is the day of the instruction.
   */
  counts_from: string | null;
};

/**
 * Returns all seven stages of a matter, in order. A completed stage has no date if we know only
 * from a later stage that it is done.
 */
export function stagesOf(facts: StageFacts, today: string, view: StageView = "matter"): Stage[] {
  const known = daysOf(facts, today, view);
  const stopped = fallThroughOf(facts, today);
  const isDone = doneStages(facts, today, view);
  const { place, stage } = currentStepOf(facts, today);
  const open = stage === null ? [] : STAGE_NAMES.filter((name) => !isDone(name));
  // No stage is under way while a sale needs only a buyer.
  const [now, next] = place === "ready_for_buyer" ? [null, ...open] : open;
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
      stopped_on: state === "stopped" ? (stopped?.day ?? null) : null,
      done_on: state === "done" ? known[name] : null,
      counts_from: countsFrom(name, facts, { known, view }),
    };
  });
}

/** Returns where a matter is for its buyer: at the first stage that is open on the buyer’s side. */
export function buyersPlace(facts: StageFacts, today: string) {
  const { place } = currentStepOf(facts, today);
  return stagesOf(facts, today, "buyer").find(({ state }) => state === "now")?.name ?? place;
}

/** Returns the stage in which a matter fell through, and the day. Returns null if it has not. */
export function fallThroughOf(facts: StageFacts, today: string) {
  const days = [facts.purchase?.aborted, facts.ended_on];
  const day = days.find((known) => known && known <= today);
  if (!day) return null;
  const purchase = facts.purchase && { ...facts.purchase, aborted: null };
  const before = { ...facts, purchase, ended_on: null };
  const { stage, place } = currentStepOf(before, day);
  return place === "completed" ? null : { stage: stage ?? "instructed", day };
}

function countsFrom(
  name: StageName,
  { paid_at, days }: StageFacts,
  { known, view }: { known: Days; view: StageView },
): string | null {
  switch (name) {
    case "instructed":
      return paid_at ? londonDay(paid_at) : null;
    case "identity":
      return known.instructed;
    // The time before there was a buyer does not count, because exchange needs both solicitors.
    case "exchange":
      return latest([known.instructed, known.buyer_instructed]);
    case "searches":
      return days.searches_ordered_on;
    case "contract_pack": {
      // The time before there was a buyer counts only if the pack did not need one: if it was
      // recorded as ready, and not only as sent.
      const needsBuyer = view === "buyer" || (known.pack_sent && known.pack_sent === known[name]);
      const buyer = needsBuyer ? known.buyer_instructed : null;
      return known.searches && latest([known.searches, days.identity_on, buyer]);
    }
    case "enquiries":
      return known.raised;
    case "completion":
      return known.exchange;
  }
}

/**
 * Returns the start, the end and the working days of a completed stage. Returns null if one of the
 * dates is missing or they are in the wrong order.
 */
export function spanOf({ state, counts_from, done_on }: Stage) {
  if (state !== "done" || !counts_from || !done_on || done_on < counts_from) return null;
  return {
    began_on: counts_from,
    ended_on: done_on,
    working_days: workingDaysBetween(counts_from, done_on),
  };
}
