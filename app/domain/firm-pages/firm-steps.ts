/** Steps of a matter that the law firm of one side takes, and which of them it can record now. */

import { daysOf, endOf, legalSteps } from "#app/domain/stages/done-stages.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";

/** Steps that a firm records on its page. */
export const FIRM_STEPS = [
  "contract_pack_ready",
  "contract_pack_sent",
  "enquiries_raised",
  "enquiries_answered",
] as const;
export type FirmStep = (typeof FIRM_STEPS)[number];

export type FirmStepView = {
  step: FirmStep | "exchanged";
  /** "now" if the firm can record the step. */
  state: "done" | "now" | "later";
  /** Day on which the step was done, such as "2026-12-09", if it is known. */
  done_on: string | null;
};

function stepsOf(side: Side, hasBuyer: boolean): readonly FirmStep[] {
  if (side === "buyer") return ["enquiries_raised"];
  // With a buyer, a pack that is ready is sent on the same day.
  const ready = hasBuyer ? [] : (["contract_pack_ready"] as const);
  return [...ready, "contract_pack_sent", "enquiries_answered"];
}

/**
 * Lists the steps of a side’s firm, in order. A step counts as done if a later one is. The contract
 * pack can be ready without a buyer, and is sent once the buyer has a solicitor.
 * @param today such as "2026-12-01"
 */
export function firmSteps(facts: StageFacts, side: Side, today: string): FirmStepView[] {
  const known = daysOf(facts, today);
  const { pack_ready, pack_sent, enquiries_raised } = legalSteps(facts, today);
  const end = endOf(facts, today);
  const isExchanged = known.exchange !== null || end === "exchanged" || end === "completed";
  const hasBuyer = facts.purchase !== null && facts.has_solicitor.buyer;
  const done: Record<FirmStep, string | boolean> = {
    contract_pack_ready: known.contract_pack ?? pack_ready,
    contract_pack_sent: known.pack_sent ?? pack_sent,
    enquiries_raised: known.raised ?? enquiries_raised,
    enquiries_answered: known.enquiries ?? isExchanged,
  };
  const open: Record<FirmStep, boolean> = {
    contract_pack_ready: true,
    contract_pack_sent: hasBuyer,
    enquiries_raised: pack_sent,
    enquiries_answered: enquiries_raised,
  };
  const steps = stepsOf(side, hasBuyer).map((step): FirmStepView => {
    const day = done[step];
    if (day || isExchanged) {
      return { step, state: "done", done_on: typeof day === "string" ? day : null };
    }
    return { step, state: end === null && open[step] ? "now" : "later", done_on: null };
  });
  const exchanged: FirmStepView = {
    step: "exchanged",
    state: isExchanged ? "done" : "later",
    done_on: known.exchange,
  };
  return [...steps, exchanged];
}

/** Returns the step that the firm can record now; null if there is none. */
export function stepToRecord(steps: readonly FirmStepView[]): FirmStep | null {
  const now = steps.find(({ state }) => state === "now");
  return now && now.step !== "exchanged" ? now.step : null;
}

/**
 * Returns true once a side’s legal work has begun, so that its firm can no longer decline: the
 * contract pack is ready, or the buyer’s enquiries have been raised.
 */
export function hasWorkBegun(facts: StageFacts, side: Side, today: string): boolean {
  const { pack_ready, enquiries_raised } = legalSteps(facts, today);
  return side === "seller" ? pack_ready : enquiries_raised;
}
