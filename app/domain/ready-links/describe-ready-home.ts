import { dayInWords } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { endOf } from "#app/domain/stages/done-stages.ts";
import {
  hasNoBuyer,
  readyCount,
  type ReadyPart,
  type ReadyPartName,
  readyParts,
  withoutInactivePurchase,
} from "#app/domain/stages/ready-for-a-buyer.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";

/** A part of the seller’s side, as a person without an account reads it. */
export type ReadyRow = {
  name: ReadyPartName;
  title: string;
  what: string;
  state: ReadyPart["state"];
  /** Such as "Done on Friday 13 November 2026, 16 days ago". */
  text: string;
};

const PARTS: Record<ReadyPartName, { title: string; what: string }> = {
  solicitor: { title: "Solicitor", what: "The solicitor who acts for the seller." },
  id_checks: {
    title: "ID checks",
    what: "The check of each seller’s ID by Thirdfort, our ID check provider.",
  },
  searches: {
    title: "Searches",
    what: "The results from the local authority, the water company and others.",
  },
  property_information: {
    title: "Property information",
    what: "The seller’s answers to our questions about the home.",
  },
  contract_pack: {
    title: "Contract pack",
    what: "The draft contract and the documents that a buyer’s solicitor needs first.",
  },
};

type ReadyHomeFacts = {
  facts: StageFacts;
  has_active_purchase: boolean;
  /** Number of searches that were ordered. */
  search_count: number;
};

type ReadyHome = { title: string; text: string; rows: ReadyRow[] };

/**
 * Returns the texts of the page that shows how ready a home is for a buyer. Once the home has a
 * buyer, or the sale has ended, the page shows only that.
 * @param today the date in London, such as "2026-11-21"
 */
export function describeReadyHome(
  { facts, has_active_purchase, search_count }: ReadyHomeFacts,
  today: string,
): ReadyHome {
  if (facts.ended_on !== null) {
    return {
      title: "This sale has ended",
      text: `The home is no longer being sold through ${PRODUCT_NAME}. If you have questions, ask the person who sent you the link.`,
      rows: [],
    };
  }
  if (hasBuyer({ facts, has_active_purchase }, today)) {
    return {
      title: "This home has a buyer",
      text: "A sale has been agreed, so this page no longer shows how far the legal work is.",
      rows: [],
    };
  }
  const parts = readyParts(facts, today);
  const isReady = parts.every(({ state }) => state === "done");
  const isStarted = parts.some(({ state }) => state === "done");
  return {
    title: isReady ? "Ready for a buyer" : readyCount(parts),
    text: isReady
      ? "The legal work that can be done before there is a buyer is done. A buyer’s solicitor can start once they have the contract pack. To make an offer, contact the estate agent."
      : isStarted
        ? "The legal work on this sale has started, although there is no buyer yet."
        : "There is no buyer yet. The legal work will start when the seller has a solicitor.",
    rows: parts.map((part) => toRow(part, search_count, today)),
  };
}

/** A sale that has fallen through is looking for a buyer again. */
function hasBuyer(
  { facts, has_active_purchase }: Pick<ReadyHomeFacts, "facts" | "has_active_purchase">,
  today: string,
) {
  if (endOf(facts, today) === "aborted") return false;
  return !hasNoBuyer(withoutInactivePurchase(facts, has_active_purchase));
}

function toRow({ name, state, day }: ReadyPart, search_count: number, today: string): ReadyRow {
  const { title, what } = PARTS[name];
  const count = pluralise(search_count, "result");
  return {
    name,
    title,
    what: name === "searches" && state === "done" ? `${what} ${count}.` : what,
    state,
    text: state === "done" ? doneText({ name, day }, today) : STATES[state],
  };
}

const STATES = { open: "In progress", later: "Not started yet" };

/** Returns text such as "Done on Friday 13 November 2026, 16 days ago". */
function doneText({ name, day }: Pick<ReadyPart, "name" | "day">, today: string) {
  // The pack is ready without the seller’s answers.
  if (day === null) return name === "property_information" ? "Not needed" : "Done";
  const days = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
  if (days <= 0) return "Done today";
  return `Done on ${dayInWords(day)}, ${pluralise(days, "day")} ago`;
}

const DAY_MS = 24 * 60 * 60 * 1000;
