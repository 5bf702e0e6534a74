import type { StageName } from "#app/domain/transactions/stage-facts.ts";

/** The middle half of the last sales that came through a stage, in working days. */
export type StageRange = { sales: number; from_days: number; to_days: number };

/** Of the stages that enough sales have come through. */
export type StageHistory = Partial<Record<StageName, StageRange>>;
