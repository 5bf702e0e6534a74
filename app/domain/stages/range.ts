import { addWorkingDays } from "#app/domain/fields/working-days.ts";
import { counted } from "#app/domain/fields/words.ts";
import type { StageName } from "#app/domain/transactions/stage-facts.ts";

/** The middle half of the last sales that came through a stage, in working days. */
export type StageRange = { sales: number; from_days: number; to_days: number };

/** Of the stages that enough sales have come through. */
export type StageHistory = Partial<Record<StageName, StageRange>>;

/**
 * The days between which a stage should end.
 *
 * @param counts_from "2026-11-21"
 */
export function datesOf({ from_days, to_days }: StageRange, counts_from: string): [string, string] {
  return [addWorkingDays(counts_from, from_days), addWorkingDays(counts_from, to_days)];
}

/** "12 to 18 working days" */
export function rangeText({ from_days, to_days }: StageRange): string {
  const most = counted(to_days, "working day");
  return from_days === to_days ? most : `${from_days} to ${most}`;
}
