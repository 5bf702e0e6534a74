import { dayInWords } from "#app/domain/shared/dates.ts";
import {
  type ReadyPart,
  type ReadyPartName,
  readyParts,
} from "#app/domain/stages/ready-for-a-buyer.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { LetterPart } from "./letter.ts";

const LABELS: Record<Exclude<ReadyPartName, "solicitor">, string> = {
  id_checks: "Seller’s ID checks",
  searches: "Searches",
  property_information: "Property information",
  contract_pack: "Contract pack",
};

/**
 * Returns the part of the letter to a buyer’s solicitor that says what is ready on the seller’s
 * side; null if nothing is. The letter’s email has the property information if the sellers agree to
 * share it.
 * @param today the date in London, such as "2026-11-21"
 */
export function readyPart(
  { facts, is_shared }: { facts: StageFacts; is_shared: boolean },
  today: string,
): LetterPart | null {
  const rows = readyParts(facts, today).flatMap((part) =>
    part.name === "solicitor" || part.state !== "done"
      ? []
      : [toRow(LABELS[part.name], textOf(part, is_shared))],
  );
  return rows.length > 0 ? { title: "What’s ready", rows } : null;
}

function textOf({ name, day }: ReadyPart, is_shared: boolean) {
  const done = day ? `Done on ${dayInWords(day)}` : "Done";
  if (name !== "property_information") return done;
  if (day === null)
    return "The sellers haven’t confirmed answers with us. Ask the seller’s solicitor for their forms";
  const confirmed = `Confirmed by the sellers on ${dayInWords(day)}`;
  return is_shared
    ? `${confirmed}. The answers are attached as a PDF and as data`
    : `${confirmed}. The sellers haven’t agreed to share their answers yet`;
}

function toRow(what: string, text: string) {
  return { what, text, email: null, phone: null, is_new: false };
}
