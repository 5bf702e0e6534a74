import type { NewsEvent } from "#app/domain/events/pending-news.server.ts";
import { dayInWords } from "#app/domain/fields/dates.ts";
import {
  checkState,
  type CustomerProgress,
  firstNames,
} from "#app/domain/transactions/customer-progress.ts";
import { MONEY_AFTER_STOP } from "#app/domain/stages/endings.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { EmailKind } from "./email-kinds.ts";

/** Something that has happened, as its reader is told of it: what, and what comes next. */
type NewsItem = { kind: EmailKind; what: string; next: string };

export type NewsFacts = {
  side: "seller" | "buyer";
  progress: Pick<CustomerProgress, "checks" | "searches" | "report_at" | "dates">;
  /** The days of the legal steps, where this reader may know them. */
  days: Pick<
    StageFacts["days"],
    "contract_pack_sent_on" | "enquiries_raised_on" | "enquiries_answered_on"
  > | null;
  /** "2026-11-21", as London has it */
  today: string;
};

/**
 * What has happened in a matter, in the words for a reader, from what is true now: what was taken back meanwhile is not
 * told, and what happened twice is told once.
 */
export function newsItems(happened: readonly NewsEvent[], facts: NewsFacts): NewsItem[] {
  const items = happened.map((event) => newsItem(event, facts)).filter((item) => item !== null);
  return [...new Map(items.map((item) => [item.what, item])).values()];
}

function newsItem(event: NewsEvent, facts: NewsFacts): NewsItem | null {
  switch (event) {
    case "thirdfort_check_ordered":
    case "thirdfort_check_reordered":
      return checkAskedItem(facts);
    case "thirdfort_check_completed":
    case "thirdfort_check_failed":
    case "thirdfort_check_result_changed":
      return checksItem(facts);
    case "searches_ordered":
    case "searches_reordered":
    case "search_completed":
      return searchesItem(facts);
    case "property_search_report_generated":
      return reportItem(facts);
    case "contract_pack_sent":
    case "enquiries_raised":
    case "enquiries_answered":
      return stepItem(event, facts);
    case "sale_agreed":
    case "exchanged":
    case "completed":
    case "aborted":
      return dateItem(event, facts);
  }
}

/** Of all that are under way: whoever is asked has a text message from Thirdfort, which may look like a stranger's. */
function checkAskedItem({ progress: { checks } }: NewsFacts): NewsItem | null {
  const open = checks.filter((check) => checkState(check) === "sent");
  if (open.length === 0) return null;
  return {
    kind: "checks",
    what: `We have asked for the ID check of ${firstNames(open)}`,
    next: "The link is in a text message from our ID provider, Thirdfort. Have a passport or driving licence at hand.",
  };
}

/** Why a check came to nothing is between its person and us (customer-progress.ts). */
function checksItem({ progress: { checks } }: NewsFacts): NewsItem | null {
  const inState = (state: string) => checks.filter((check) => checkState(check) === state);
  const [done, failed, open] = [inState("done"), inState("failed"), inState("sent")];
  const kind = "checks";
  if (failed.length > 0) {
    const what = `The ID check of ${firstNames(failed)} has to be done again`;
    return {
      kind,
      what,
      next: "We will arrange a new one. Nothing is needed until its text message comes.",
    };
  }
  if (done.length === 0) return null;
  if (done.length === checks.length) {
    const next = "Nothing more is needed for the ID checks on your side.";
    return { kind, what: "The ID checks on your side are complete", next };
  }
  const next =
    open.length > 0
      ? `We are waiting for ${firstNames(open)}: the link is in a text message from our ID provider.`
      : "We will see to the other checks on your side.";
  return { kind, what: `The ID check of ${firstNames(done)} is complete`, next };
}

function searchesItem({ progress: { searches } }: NewsFacts): NewsItem | null {
  const { ordered, back } = searches;
  const kind = "searches";
  if (ordered === 0) return null;
  if (back === 0) {
    const next = "The search providers have them. We will tell you when they are back.";
    return { kind, what: "The searches are ordered", next };
  }
  if (back < ordered) {
    return {
      kind,
      what: `${back} of ${ordered} searches are back`,
      next: "We are waiting for the others.",
    };
  }
  return { kind, what: "All searches are back", next: "We will go through what they say." };
}

function reportItem({ side, progress }: NewsFacts): NewsItem | null {
  if (side !== "buyer" || progress.report_at === null) return null;
  const next = "Your solicitor will go through it with you.";
  return { kind: "searches", what: "The property report is ready", next };
}

const STEPS = {
  contract_pack_sent: {
    day: "contract_pack_sent_on",
    seller: "Your solicitor has sent the contract pack",
    buyer: "Your solicitor has the contract pack",
    next: {
      seller: "Your buyer’s solicitor will read it and ask about whatever is not clear.",
      buyer: "They will read it and ask about whatever is not clear.",
    },
  },
  enquiries_raised: {
    day: "enquiries_raised_on",
    seller: "Your buyer’s solicitor has raised enquiries",
    buyer: "Your solicitor has raised enquiries",
    next: {
      seller: "You and your solicitor will answer them.",
      buyer: "The seller and their solicitor will answer them.",
    },
  },
  enquiries_answered: {
    day: "enquiries_answered_on",
    seller: "The enquiries are answered",
    buyer: "The enquiries are answered",
    next: {
      seller: "Both solicitors will prepare the exchange of contracts.",
      buyer: "Both solicitors will prepare the exchange of contracts.",
    },
  },
} as const;

function stepItem(name: keyof typeof STEPS, { side, days, today }: NewsFacts): NewsItem | null {
  const { day, next, ...what } = STEPS[name];
  const date = days?.[day];
  if (!date || date > today) return null;
  return { kind: "steps", what: what[side], next: next[side] };
}

const DATES = {
  sale_agreed: { what: "The sale was agreed", due: "The sale is to be agreed" },
  exchanged: { what: "Contracts were exchanged", due: "Exchange of contracts is set for" },
  completed: { what: "Completion was", due: "Completion is set for" },
  aborted: { what: "The sale no longer goes ahead, as of", due: "The sale is to end" },
} as const;

function dateItem(name: keyof typeof DATES, { side, progress, today }: NewsFacts): NewsItem | null {
  const date = progress.dates?.[name];
  if (!date) return null;
  const day = dayInWords(date);
  const { what, due } = DATES[name];
  if (date > today) {
    return {
      kind: "dates",
      what: `${due} ${day}`,
      next: "If the day does not suit you, tell us at once.",
    };
  }
  const preposition = name === "sale_agreed" || name === "exchanged" ? "on " : "";
  const said = `${what} ${preposition}${date === today ? `${day}, today` : day}`;
  return { kind: "steps", what: said, next: nextAfter(name, side) };
}

function nextAfter(name: keyof typeof DATES, side: NewsFacts["side"]): string {
  switch (name) {
    case "sale_agreed":
      return "The solicitors of both sides will prepare the exchange of contracts.";
    case "exchanged":
      return side === "seller"
        ? "You and your buyer are bound now. Your solicitor will prepare completion."
        : "You and the seller are bound now. Your solicitor will ask for the money before completion.";
    case "completed":
      return side === "seller"
        ? "Your solicitor will pay off what is owed on the home and send you the rest."
        : "The home is yours. Your solicitor will pay the tax that is due and register you as owner.";
    case "aborted":
      return side === "seller"
        ? `Your sale stays open. Once you have a new buyer, or yours comes back, email us, and we will take it up again. ${MONEY_AFTER_STOP.seller}`
        : `There is nothing for you to do. ${MONEY_AFTER_STOP.buyer} If you did not expect this, write to us.`;
  }
}
