/** Parts of a sale that can be done before there is a buyer, and how far they are. */

import type { StageFacts, StageName } from "#app/domain/transactions/stage-facts.ts";
import { type Holder, openSteps } from "./current-step.ts";
import { daysOf, doneStages, endOf } from "./done-stages.ts";

/** The parts in order, each with the stage that shows whether it is done. */
const PARTS = [
  { name: "solicitor", stage: "instructed" },
  { name: "id_checks", stage: "identity" },
  { name: "searches", stage: "searches" },
  { name: "property_information", stage: "contract_pack" },
  { name: "contract_pack", stage: "contract_pack" },
] as const satisfies { name: string; stage: StageName }[];

export type ReadyPartName = (typeof PARTS)[number]["name"];

export type ReadyPart = {
  name: ReadyPartName;
  stage: StageName;
  /** `later` is the state of a part that cannot be started yet. */
  state: "done" | "open" | "later";
  /** The person who has an open part. */
  holder: Holder | null;
  /** Day on which the part was done or its holder got it, such as "2026-11-21", if it is known. */
  day: string | null;
};

/**
 * Returns the parts of the seller’s side, in order. It is ready for a buyer when all are done, and
 * stays ready if a sale falls through.
 * @param today the date in London, such as "2026-11-21"
 */
export function readyParts(facts: StageFacts, today: string): ReadyPart[] {
  const isDone = doneStages(facts, today);
  const known = daysOf(facts, today);
  const isOver = ["aborted", "completed"].includes(endOf(facts, today) ?? "");
  const steps = isOver ? [] : openSteps(facts, today);
  // Sellers of homes in a development aren’t asked for property information.
  const parts = PARTS.filter(
    ({ name }) => name !== "property_information" || facts.property_information !== null,
  );
  return parts.map(({ name, stage }) => {
    const isInformation = name === "property_information";
    if (isDone(stage) || (isInformation && facts.property_information === "complete")) {
      const day = isInformation ? facts.days.property_information_on : known[stage];
      return { name, stage, state: "done", holder: null, day };
    }
    const step = steps.find(
      ({ of, next }) => of === stage && (next === "property_information") === isInformation,
    );
    if (!step) return { name, stage, state: "later", holder: null, day: null };
    return { name, stage, state: "open", holder: step.holder, day: step.since };
  });
}

/** Returns how many parts are done as text, such as "3 of 5 ready for a buyer". */
export function readyCount(parts: readonly Pick<ReadyPart, "state">[]): string {
  const done = parts.filter(({ state }) => state === "done").length;
  return `${done} of ${parts.length} ready for a buyer`;
}

/**
 * Returns the facts of a sale for its sellers. A person who has signed up to buy the home is not
 * the buyer before staff activate the purchase, unless the purchase has a solicitor or a date.
 */
export function withoutInactivePurchase(
  facts: StageFacts,
  has_active_purchase: boolean,
): StageFacts {
  const { purchase, has_solicitor } = facts;
  const hasDate = purchase && Object.values(purchase).some((day) => day !== null);
  if (has_active_purchase || has_solicitor.buyer || hasDate) return facts;
  return { ...facts, purchase: null };
}

/**
 * Returns true if a sale has no buyer. A solicitor for the buyer’s side is not yet a buyer: in a
 * development they are assigned before the home is sold.
 */
export function hasNoBuyer({ purchase }: StageFacts): boolean {
  return purchase === null;
}
