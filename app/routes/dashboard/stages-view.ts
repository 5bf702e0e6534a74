import { londonDay } from "#app/domain/fields/dates.ts";
import type { StageHistory } from "#app/domain/stages/range.ts";
import { type Whereabouts, whereaboutsOf } from "#app/domain/stages/stages.ts";
import {
  describeStages,
  type ShownStage,
  whoHasIt,
  whoIsChecked,
} from "#app/domain/stages/words.ts";
import type { PersonsCheck } from "#app/domain/transactions/customer-progress.ts";

/** Where a matter is, for a customer on it: the seven stages, and the words of the card above them. */

type Side = "seller" | "buyer";
type Facts = Parameters<typeof describeStages>[0]["facts"];
type Notes = Parameters<typeof describeStages>[0]["notes"];

/** Where a matter is, and who has it: the one card of a dashboard that comes first (C7). */
export type WhereItIs = {
  turn: "yours" | "others" | "over";
  title: string;
  text: string;
};

export type StagesView = { stages: ShownStage[]; place: Whereabouts["place"] };

/** @param checks of the reader's side, their own first */
export function stagesView(
  { facts, notes }: { facts: Facts; notes: Notes },
  {
    reader,
    checks,
    completion,
    history,
  }: {
    reader: Side;
    checks: readonly PersonsCheck[];
    completion: string | null;
    history: StageHistory;
  },
  now = new Date(),
): StagesView {
  const today = londonDay(now);
  const stages = describeStages({
    facts,
    completes_on: completion,
    history,
    notes,
    reader,
    own: whoIsChecked(checks),
    today,
  });
  return { stages, place: whereaboutsOf(facts, today).place };
}

/** The card of a stage that others have; null for those that it says more of by itself. */
export function whereInStages({ stages, place }: StagesView, reader: Side): WhereItIs | null {
  const title = titleOf(place, reader, stages);
  const now = stages.find(({ state }) => state === "now");
  if (!title || !now) return null;
  return { turn: "others", title, text: whoHasIt(now) };
}

function titleOf(place: StagesView["place"], reader: Side, stages: readonly ShownStage[]) {
  const the = reader === "seller" ? "Your" : "The";
  const isOurs = stages.some(({ state, holder }) => state === "now" && holder === "Fanlight");
  switch (place) {
    case "identity":
      return isOurs ? "Identity checks come next" : "Identity checks are under way";
    case "searches":
      return isOurs ? `${the} searches come next` : `${the} searches are being made`;
    case "contract_pack":
      return "The contract pack is being prepared";
    case "enquiries":
      return "Questions are asked and answered";
    case "exchange":
      return "Exchange of contracts comes next";
    case "not_instructed":
    case "instructed":
    case "completion":
    case "completed":
    case "aborted":
      return null;
  }
}
