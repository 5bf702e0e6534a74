import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import type { StageName } from "#app/domain/transactions/stage-facts.ts";

/**
 * Statistics of a stage’s recent durations in working days: the lower and upper quartile and the
 * ninth decile.
 */
export type StageRange = { sales: number; from_days: number; to_days: number; late_days: number };

export type StageHistory = Partial<Record<StageName, StageRange>>;

/**
 * Returns the first and the last of the days between which a stage should end.
 * @param counts_from such as "2026-11-21"
 */
export function datesOf({ from_days, to_days }: StageRange, counts_from: string): [string, string] {
  return [addWorkingDays(counts_from, from_days), addWorkingDays(counts_from, to_days)];
}

/**
 * Returns the day by which a stage is done in nine out of ten sales, or null if that day has
 * passed.
 */
export function lastDayOf(
  { late_days }: StageRange,
  counts_from: string,
  today: string,
): string | null {
  const day = addWorkingDays(counts_from, late_days);
  return day < today ? null : day;
}

/**
 * Returns a range of durations as text, such as "12 to 18 working days" or "less than 1 working
 * day".
 */
export function rangeText({
  from_days,
  to_days,
}: Pick<StageRange, "from_days" | "to_days">): string {
  if (to_days === 0) return "less than 1 working day";
  const most = pluralise(to_days, "working day");
  return from_days === to_days ? most : `${from_days} to ${most}`;
}
