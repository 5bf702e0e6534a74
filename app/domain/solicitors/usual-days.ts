import { workingDaysBetween } from "#app/domain/shared/working-days.ts";

/** Matters from which on sellers read how fast a law firm usually is. */
export const MIN_MATTERS_FOR_SELLERS = 10;

/** How long a law firm usually takes for a step, and the number of matters that show it. */
export type UsualDays = { working_days: number; matters: number };

/** Days on which a step was open and done, such as "2026-11-21"; null if they are not known. */
type Span = { from: string | null; to: string | null };

/**
 * Returns the number of working days within which three out of four matters were done. A step that
 * was done on its first day counts as one day. Returns null without any matter.
 */
export function usualDays(spans: readonly Span[]): UsualDays | null {
  const days = spans
    .flatMap(({ from, to }) =>
      from !== null && to !== null && to >= from ? [Math.max(1, workingDaysBetween(from, to))] : [],
    )
    .toSorted((one, other) => one - other);
  const working_days = days[Math.ceil(days.length * 0.75) - 1];
  return working_days === undefined ? null : { working_days, matters: days.length };
}
