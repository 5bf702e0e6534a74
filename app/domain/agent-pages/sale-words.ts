/**
 * Words about a sale for its estate agent. An agent learns the stage and who has the next step, as
 * customers read them, and nothing about checks, money or people.
 */

import { capitalise } from "#app/domain/shared/format.ts";
import { currentStepOf, stepForReader } from "#app/domain/stages/current-step.ts";
import { describeStages } from "#app/domain/stages/describe-stages.ts";
import type { StageHistory } from "#app/domain/stages/duration-range.ts";
import { currentHolder, holderLabel } from "#app/domain/stages/stage-holder.ts";
import { type StageFacts, stageNumber } from "#app/domain/transactions/stage-facts.ts";

type SaleStage = {
  /** Such as "Stage 4 of 7: contract pack". */
  stage: string;
  /** The person who has the next step, and since when; null for a sale that has ended. */
  holder: { label: string; text: string } | null;
  is_over: boolean;
};

/** An agent belongs to no side, so no check or choice is theirs. */
const NO_SIDE = { checks: [], chooser: null };

/** Returns the stage of a sale and who has the next step. @param today such as "2026-12-01" */
export function saleStage(facts: StageFacts, today: string): SaleStage {
  const { place, stage } = currentStepOf(facts, today);
  const step = stepForReader(facts, today, "staff");
  if (step === null || stage === null) {
    const text = place === "completed" ? "Completed" : "Ended";
    return { stage: text, holder: null, is_over: true };
  }
  const text = place === "ready_for_buyer" ? "Ready for a buyer" : `Stage ${stageNumber(stage)}`;
  if (facts.pause !== null) {
    return { stage: text, holder: { label: "Next step", text: "On hold" }, is_over: false };
  }
  const { holder, held_for } = currentHolder(step, { reader: "agent", own: NO_SIDE, today });
  return {
    stage: text,
    holder: {
      label: step.next === "find_buyer" ? "Needs" : holderLabel(holder),
      text: [capitalise(holder), held_for].filter(Boolean).join(" "),
    },
    is_over: false,
  };
}

/**
 * Returns by when the current stage is expected to be done, as customers read it, such as "This
 * stage is usually done by Friday 4 December."; null if there is no such day.
 */
export function stageExpected(
  facts: StageFacts,
  { history, today }: { history: StageHistory; today: string },
): string | null {
  const completes_on = facts.purchase?.completed ?? null;
  const about = { facts, completes_on, history, notes: [], today };
  const stages = describeStages({ ...about, reader: "staff" });
  return stages.find(({ state }) => state === "now")?.by_when?.expected?.sentence ?? null;
}
