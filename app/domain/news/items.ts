import type { NewsEvent } from "#app/domain/events/pending-news.server.ts";
import { sentenceDate } from "#app/domain/fields/dates.ts";
import type { CustomerProgress } from "#app/domain/transactions/customer-progress.ts";
import { MONEY_AFTER_STOP } from "#app/domain/stages/endings.ts";
import type { SignificantDate } from "#app/domain/transactions/significant-dates.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import { checkItems } from "./check-items.ts";
import type { NewsKind } from "./email-kinds.ts";

/** Something that has happened, in the words of its email: what, and what comes next. */
export type NewsItem = {
  kind: NewsKind;
  what: string;
  next: string;
  /** `what` in fewer words, for the subject of an email about a property with a long address. */
  brief?: string | undefined;
};

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

/** An event, and the ID check that it is about: events from before this was noted name none. */
export type Happened = { event: NewsEvent; check_id: string | null };

/**
 * Returns what has happened on a matter, in the words for a reader, from what is true now. What staff have undone since
 * then is left out, and what happened twice is there once.
 */
export function newsItems(happened: readonly Happened[], facts: NewsFacts): NewsItem[] {
  const items = happened.flatMap(({ event }) => newsItem(event, facts) ?? []);
  const all = [...checkItems(happened, facts.progress.checks), ...items];
  return [...new Map(all.map((item) => [item.what, item])).values()];
}

function newsItem(event: NewsEvent, facts: NewsFacts): NewsItem | null {
  switch (event) {
    case "thirdfort_check_ordered":
    case "thirdfort_check_reordered":
    case "thirdfort_check_completed":
    case "thirdfort_check_failed":
    case "thirdfort_check_result_changed":
      // Those of several people are told together (check-items.ts).
      return null;
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

function searchesItem({ side, progress: { searches } }: NewsFacts): NewsItem | null {
  const { ordered, back } = searches;
  const kind = "searches";
  if (ordered === 0) return null;
  if (back === 0) {
    const next = "We’ll email you when the results are in.";
    return { kind, what: "The searches have been ordered", next };
  }
  if (back < ordered) {
    const what = `Results are in for ${back} of ${ordered} searches`;
    return { kind, what, next: "We’re waiting for the other results." };
  }
  return { kind, what: "All search results are in", next: RESULTS_ARE_IN[side] };
}

const RESULTS_ARE_IN: Record<Side, string> = {
  seller: "Your buyer’s solicitor will review the results.",
  buyer: "Your solicitor will review the results. We’ll prepare your property report.",
};

function reportItem({ side, progress }: NewsFacts): NewsItem | null {
  if (side !== "buyer" || progress.report_at === null) return null;
  const next = "Your solicitor will go through it with you.";
  return { kind: "searches", what: "The property report is ready", next };
}

const PREPARING = "Both solicitors will now prepare for exchange of contracts.";

const STEPS = {
  contract_pack_sent: {
    day: "contract_pack_sent_on",
    seller: "Your solicitor has sent the contract pack",
    buyer: "The seller’s solicitor has sent the contract pack",
    brief: "The contract pack has been sent",
    next: {
      seller: "Your buyer’s solicitor will review it and raise enquiries (questions).",
      buyer: "Your solicitor will review it and raise enquiries (questions).",
    },
  },
  enquiries_raised: {
    day: "enquiries_raised_on",
    seller: "Your buyer’s solicitor has raised enquiries",
    buyer: "Your solicitor has raised enquiries",
    brief: "Enquiries have been raised",
    next: {
      seller: "You and your solicitor will answer these questions.",
      buyer: "The seller and their solicitor will answer these questions.",
    },
  },
  enquiries_answered: {
    day: "enquiries_answered_on",
    seller: "The enquiries have been answered",
    buyer: "The enquiries have been answered",
    brief: "Enquiries have been answered",
    next: {
      seller: PREPARING,
      buyer: PREPARING,
    },
  },
} as const;

function stepItem(name: keyof typeof STEPS, { side, days, today }: NewsFacts): NewsItem | null {
  const { day, next, brief, ...what } = STEPS[name];
  const date = days?.[day];
  if (!date || date > today) return null;
  return { kind: "steps", what: what[side], next: next[side], brief };
}

function dateItem(
  name: SignificantDate,
  { side, progress: { dates }, today }: NewsFacts,
): NewsItem | null {
  const date = dates?.[name];
  if (!date) return null;
  const day = sentenceDate(date, today);
  if (date > today) {
    const isBinding = dates.exchanged !== null && dates.exchanged <= today;
    return { kind: "dates", ...dateToCome(name, { side, day, isBinding }) };
  }
  return { kind: "steps", ...dateReached(name, { side, day, isToday: date === today }) };
}

type Words = Pick<NewsItem, "what" | "next" | "brief">;
type Side = NewsFacts["side"];

const ACT: Record<Side, string> = { seller: "sale", buyer: "purchase" };

const NOT_BINDING = "Nothing is legally binding until contracts are exchanged.";

/** Before exchange, every date is a plan. */
function dateToCome(
  name: SignificantDate,
  { side, day, isBinding }: { side: Side; day: string; isBinding: boolean },
): Words {
  const plan = `${NOT_BINDING} If that date doesn’t work for you, tell us straight away.`;
  const act = ACT[side];
  switch (name) {
    case "sale_agreed":
      return {
        what: `Your ${act} is due to be agreed on ${day}`,
        brief: `Your ${act} is due to be agreed`,
        next: "If that date doesn’t work for you, tell us straight away.",
      };
    case "exchanged":
      return {
        what: `Exchange is planned for ${day}`,
        brief: "Planned exchange date",
        next: side === "buyer" ? `${plan} ${INSURANCE}` : plan,
      };
    case "completed":
      return isBinding
        ? {
            what: `Completion is on ${day}`,
            brief: "Your completion date",
            next: "If you think this date is wrong, tell us and your solicitor straight away.",
          }
        : {
            what: `Completion is planned for ${day}`,
            brief: "Planned completion date",
            next: "This date can still change until contracts are exchanged, so do not book your move yet. If it doesn’t work for you, tell us straight away.",
          };
    case "aborted":
      return {
        what: `Your ${act} is due to end on ${day}`,
        brief: `Your ${act} is due to end`,
        next: "If you didn’t expect this, email us straight away.",
      };
  }
}

/**
 * A date that has come. On the day itself the step may still be ahead: these emails leave at 8am, and staff enter the date
 * in advance.
 */
function dateReached(
  name: SignificantDate,
  { side, day, isToday }: { side: Side; day: string; isToday: boolean },
): Words {
  const act = ACT[side];
  const on = isToday ? "today" : `on ${day}`;
  switch (name) {
    case "sale_agreed":
      return {
        what: `Your ${act} was agreed ${on}`,
        brief: `Your ${act} has been agreed`,
        next: NOT_BINDING,
      };
    case "exchanged":
      return isToday
        ? {
            what: "Exchange is planned for today",
            next: `Once contracts have been exchanged, your ${act} will be legally binding. ${side === "buyer" ? `${INSURANCE} ` : ""}${AFTER_EXCHANGE[side]}`,
          }
        : {
            what: "Contracts have been exchanged",
            next: `Contracts were exchanged ${on}, so your ${act} is now legally binding. ${side === "buyer" ? INSURED_ALREADY : ""}${AFTER_EXCHANGE[side]}`,
          };
    case "completed":
      return isToday
        ? { what: "Completion is today", next: ON_COMPLETION_DAY[side] }
        : {
            what: `Your ${act} has completed`,
            next: `Completion took place ${on}. ${AFTER_COMPLETION[side]}`,
          };
    case "aborted":
      return {
        what: `Your ${act} has fallen through`,
        next:
          side === "seller"
            ? `The sale to your buyer fell through ${on}. Your sale is still open with us. When you find a new buyer, or your last buyer comes back, email us and we’ll carry on. ${MONEY_AFTER_STOP.seller}`
            : `Your purchase fell through ${on}. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know. ${MONEY_AFTER_STOP.buyer}`,
      };
  }
}

/** Many contracts pass the risk to the buyer at exchange. The landlord of a leasehold may insure it. */
const INSURANCE =
  "You may need buildings insurance from exchange, not completion. If you haven’t arranged it, ask your solicitor about it today.";

const INSURED_ALREADY =
  "You may already need buildings insurance. If you haven’t arranged it, ask your solicitor about it today. ";

const AFTER_EXCHANGE: Record<Side, string> = {
  seller: "Your solicitor will prepare for completion.",
  buyer: "Your solicitor will ask for the balance before completion.",
};

const ON_COMPLETION_DAY: Record<Side, string> = {
  seller:
    "Your solicitor will tell you when your sale has completed. They’ll then pay off any mortgage and send you the balance.",
  buyer:
    "Your solicitor will tell you when your purchase has completed and you can collect the keys. They’ll then pay any tax due and register your ownership.",
};

const AFTER_COMPLETION: Record<Side, string> = {
  seller: "Your solicitor will pay off any mortgage and send you the balance.",
  buyer: "The property is yours. Your solicitor will pay any tax due and register your ownership.",
};
