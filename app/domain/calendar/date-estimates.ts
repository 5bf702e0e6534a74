import { sentenceDate } from "#app/domain/shared/dates.ts";
import { datesOf, rangeText, type StageHistory } from "#app/domain/stages/duration-range.ts";
import { stagesOf } from "#app/domain/stages/stages.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";

export type DateEstimate = { day: string; basis: string };

export type DateEstimates = { exchange: DateEstimate | null; completion: DateEstimate | null };

export const NO_ESTIMATES: DateEstimates = { exchange: null, completion: null };

const COUNTED_FROM = {
  exchange: "from instructing solicitors to exchange",
  completion: "from exchange to completion",
};

/**
 * Estimates the dates of exchange and completion from how long other sales took. Each date is the
 * upper quartile; its `basis` states the interquartile range. Returns null for a date if that date
 * has passed, there is too little data or there is no buyer. `today` is a London date.
 */
export function estimateDates(
  facts: StageFacts,
  history: StageHistory,
  today: string,
): DateEstimates {
  if (facts.purchase === null) return NO_ESTIMATES;
  const stages = stagesOf(facts, today);
  const target = (name: keyof DateEstimates): DateEstimate | null => {
    const range = history[name];
    const stage = stages.find((each) => each.name === name);
    if (!range || !stage?.counts_from || stage.state === "done") return null;
    const [from, to] = datesOf(range, stage.counts_from);
    if (to < today) return null;
    const last = sentenceDate(to, today);
    const span = from === to ? last : `between ${sentenceDate(from, today)} and ${last}`;
    return {
      day: to,
      basis: `Half of our last ${range.sales} sales took ${rangeText(range)} ${COUNTED_FROM[name]}. For you, that would be ${span}. This is an estimate. No date has been agreed yet.`,
    };
  };
  return { exchange: target("exchange"), completion: target("completion") };
}
