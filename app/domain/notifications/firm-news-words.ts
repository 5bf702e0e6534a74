/** Words of the news for law firms and estate agents, one item for each event. */

import { dayInWords } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import type { Firm, FirmNewsEvent } from "#app/domain/events/firm-news.ts";

/** Words of an email about one event or action. */
export type FirmNewsItem = { title: string; paragraphs: string[] };

/** Facts of a matter at the time when the email is sent. Dates are such as "2026-12-04". */
export type FirmNewsFacts = {
  today: string;
  contract_pack_ready_on: string | null;
  /** Day on which the pack was ready, or sent to any buyer, also if that sale fell through. */
  pack_ready_on: string | null;
  /** The active purchase; null without one. */
  purchase: {
    buyers: string;
    /** Such as "£450,000". */
    agreed_price: string;
    /** Law firm of the buyer; null before one is assigned. */
    solicitor: string | null;
    contract_pack_sent_on: string | null;
    enquiries_raised_on: string | null;
    enquiries_answered_on: string | null;
    exchanged: string | null;
    completed: string | null;
    aborted: string | null;
    /** True for a date of today that was recorded before today, so it is still only planned. */
    is_planned: { exchanged: boolean; completed: boolean };
  } | null;
  /** Names of the searches that are back, and how many were ordered. */
  searches: { back: readonly string[]; ordered: number };
};

/**
 * Returns what a firm reads about an event; null if it no longer applies. Property information has
 * its own words and files.
 */
export function firmNewsItem(
  event: Exclude<FirmNewsEvent, "property_information_confirmed">,
  firm: Firm,
  facts: FirmNewsFacts,
): FirmNewsItem | null {
  const { purchase, today } = facts;
  switch (event) {
    case "search_completed":
      return searchesItem(facts.searches);
    case "property_search_report_generated":
      return null;
    case "purchase_intent_activated":
      return purchase && confirmedItem(firm, purchase);
    case "contract_pack_ready":
      return stepItem("The contract pack is ready", facts.contract_pack_ready_on, today, (on) => [
        `The seller’s solicitor had the contract pack ready on ${on}.`,
      ]);
    case "contract_pack_sent":
      return stepItem("The contract pack was sent", purchase?.contract_pack_sent_on, today, (on) =>
        firm === "buyer_solicitor"
          ? [
              `The seller’s solicitor sent you the contract pack on ${on}.`,
              "Please raise your enquiries once you have reviewed it. If it has not arrived, ask the seller’s solicitor.",
            ]
          : [`The seller’s solicitor sent the buyer’s solicitor the contract pack on ${on}.`],
      );
    case "enquiries_raised":
      return stepItem("Enquiries were raised", purchase?.enquiries_raised_on, today, (on) =>
        firm === "seller_solicitor"
          ? [
              `The buyer’s solicitor raised enquiries on ${on}.`,
              "Please answer them. If they have not arrived, ask the buyer’s solicitor.",
            ]
          : [
              `The buyer’s solicitor raised enquiries on ${on}. The seller’s solicitor will answer them.`,
            ],
      );
    case "enquiries_answered":
      return stepItem("Enquiries were answered", purchase?.enquiries_answered_on, today, (on) => [
        `The seller’s solicitor answered the enquiries on ${on}.`,
        ...(firm === "buyer_solicitor"
          ? ["Please review the answers. If they have not arrived, ask the seller’s solicitor."]
          : []),
      ]);
    case "exchanged":
      return exchangeItem(purchase, today);
    case "completed":
      return completionItem(purchase, today);
    case "aborted":
      return purchase?.aborted && purchase.aborted <= today ? abortedItem(firm) : null;
  }
}

/** State of the contract pack. The seller’s solicitor can prepare it before there is a buyer. */
export type ContractPackState = "needed_without_buyer" | "needed" | "ready";

/** Returns the state of the contract pack. It is also ready if a later step has been taken. */
export function contractPackState({
  pack_ready_on,
  purchase,
  today,
}: Pick<FirmNewsFacts, "pack_ready_on" | "purchase" | "today">): ContractPackState {
  const days = [
    pack_ready_on,
    purchase?.enquiries_raised_on,
    purchase?.enquiries_answered_on,
    purchase?.exchanged,
  ];
  if (days.some((day) => day && day <= today)) return "ready";
  return purchase ? "needed" : "needed_without_buyer";
}

function stepItem(
  title: string,
  day: string | null | undefined,
  today: string,
  words: (on: string) => string[],
): FirmNewsItem | null {
  return day && day <= today ? { title, paragraphs: words(dayInWords(day)) } : null;
}

function confirmedItem(
  firm: Firm,
  { buyers, agreed_price, solicitor }: NonNullable<FirmNewsFacts["purchase"]>,
): FirmNewsItem {
  const who = solicitor
    ? `${solicitor} acts for the buyer.`
    : "We’ll assign a solicitor to the buyer next.";
  const next =
    firm === "estate_agent"
      ? "You don’t need to do anything."
      : solicitor
        ? "Please send them the contract pack, if you haven’t already."
        : "We’ll email you their details.";
  return {
    title: "The buyer is confirmed",
    paragraphs: [`The sale is going ahead with ${buyers} for ${agreed_price}.`, `${who} ${next}`],
  };
}

function searchesItem({ back, ordered }: FirmNewsFacts["searches"]): FirmNewsItem | null {
  if (back.length === 0) return null;
  const names = new Intl.ListFormat("en-GB").format(back);
  const all = back.length === ordered;
  return {
    title: all
      ? "All searches are back"
      : `${back.length} of ${pluralise(ordered, "search", "searches")} back`,
    paragraphs: [
      `These searches are back: ${names}.`,
      "You can download them on your page, once you have accepted the instruction.",
    ],
  };
}

const NO_DATE = "Until we have a new date, please don’t rely on the earlier one.";

function exchangeItem(purchase: FirmNewsFacts["purchase"], today: string): FirmNewsItem | null {
  if (!purchase || purchase.aborted) return null;
  const { exchanged, completed, is_planned } = purchase;
  if (exchanged === null) {
    return { title: "Exchange has no planned date now", paragraphs: [NO_DATE] };
  }
  const on = dayInWords(exchanged);
  if (exchanged > today || is_planned.exchanged) {
    return {
      title: "Exchange is planned",
      paragraphs: [`Exchange of contracts is planned for ${on}. Tell us if that doesn’t work.`],
    };
  }
  const completion = completed
    ? `Completion is on ${dayInWords(completed)}.`
    : "We don’t know the completion date yet. Please tell us.";
  return {
    title: "Contracts have been exchanged",
    paragraphs: [
      `Contracts were exchanged on ${on}, so the sale is now legally binding.`,
      completed && completed <= today ? "" : completion,
    ].filter(Boolean),
  };
}

function completionItem(purchase: FirmNewsFacts["purchase"], today: string): FirmNewsItem | null {
  if (!purchase || purchase.aborted) return null;
  const { completed, is_planned } = purchase;
  if (completed === null) {
    return { title: "Completion has no planned date now", paragraphs: [NO_DATE] };
  }
  const on = dayInWords(completed);
  if (completed > today || is_planned.completed) {
    return {
      title: "Completion is planned",
      paragraphs: [`Completion is planned for ${on}. Tell us if that doesn’t work.`],
    };
  }
  return {
    title: "The sale has completed",
    paragraphs: [`The sale completed on ${on}. You don’t need to do anything else for us.`],
  };
}

function abortedItem(firm: Firm): FirmNewsItem {
  const next =
    firm === "estate_agent"
      ? "We’ve stopped work on this purchase. If there is a new buyer, tell us."
      : "Please stop work on it. If you hold the client’s documents or money, reply to this email.";
  return {
    title: "The sale has fallen through",
    paragraphs: [`The sale has fallen through. ${next}`],
  };
}
