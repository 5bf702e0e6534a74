import type { NewsEvent } from "#app/domain/events/pending-news.server.ts";
import {
  type CheckState,
  checkState,
  firstNames,
  type PersonsCheck,
} from "#app/domain/transactions/customer-progress.ts";
import { needTheirChecks } from "#app/domain/stages/who.ts";
import { dateItem, todayItem } from "./date-items.ts";
import type { NewsFacts, NewsItem } from "./news-item.ts";

/**
 * Returns what has happened on a matter, in the words for a reader, from what is true now. What staff have undone since
 * then is left out, and what happened twice is there once.
 */
export function newsItems(happened: readonly NewsEvent[], facts: NewsFacts): NewsItem[] {
  const events = happened.filter((event) => {
    // What staff have recorded since the morning is the news.
    if (event === "exchange_today") return !happened.includes("exchanged");
    return event !== "completion_today" || !happened.includes("completed");
  });
  const found = events.map((event) => newsItem(event, facts)).filter((item) => item !== null);
  const items = [...new Map(found.map((item) => [item.tells?.[0] ?? item.what, item])).values()];
  // The email about an exchange names the day of completion as well.
  const named = items.flatMap(({ tells = [] }) => tells.slice(1));
  return items.filter(
    ({ kind, tells }) => kind !== "dates" || !named.some((name) => name === tells?.[0]),
  );
}

function newsItem(event: NewsEvent, facts: NewsFacts): NewsItem | null {
  switch (event) {
    case "thirdfort_check_ordered":
    case "thirdfort_check_reordered":
      return checkOrderedItem(facts);
    case "thirdfort_check_completed":
    case "thirdfort_check_failed":
    case "thirdfort_check_result_changed":
      return checksItem(facts);
    case "searches_ordered":
    case "searches_reordered":
    case "search_completed":
      return searchesItem(facts);
    case "property_report_shared":
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
    case "exchange_today":
      return todayItem("exchanged", facts);
    case "completion_today":
      return todayItem("completed", facts);
  }
}

/** Names the sender of the text message, which could otherwise be taken for a stranger’s. */
function checkOrderedItem({ progress: { checks } }: NewsFacts): NewsItem | null {
  const people = peopleIn(checks, "sent");
  if (people.count === 0) return null;
  const link = "a text message with a link from Thirdfort, our ID check provider";
  const document = "passport or driving licence";
  const next = people.isReaderAlone
    ? `You’ll get ${link}. You’ll need your ${document}.`
    : people.count === 1
      ? `${people.names} will get ${link}. They’ll need their ${document}.`
      : people.hasReader
        ? `You’ll each get ${link}. You’ll need your ${document}.`
        : `${people.names} will each get ${link}. They’ll need their ${document}.`;
  return { kind: "checks", ...checksOf(people, "is on its way", "are on their way"), next };
}

/** Why a check did not succeed is between its person and us (customer-progress.ts). */
function checksItem({ progress: { checks } }: NewsFacts): NewsItem | null {
  const kind = "checks";
  const [done, failed] = [peopleIn(checks, "done"), peopleIn(checks, "failed")];
  if (failed.count > 0) {
    const words = checksOf(failed, "needs to be done again", "need to be done again");
    const next = failed.isReaderAlone
      ? "We’ll contact you about what to do next. You don’t need to do anything until then."
      : failed.hasReader
        ? "We’ll contact each of you about what to do next. You don’t need to do anything until then."
        : `We’ll contact ${failed.names} about what to do next. They don’t need to do anything until then.`;
    return { kind, ...words, next };
  }
  if (done.count === 0) return null;
  if (done.count === checks.length) {
    const what = done.isReaderAlone
      ? "Your ID check is complete"
      : "All ID checks on your side are complete";
    const next = "You don’t need to do anything else for the ID checks.";
    return { kind, what, next };
  }
  return { kind, ...checksOf(done, "is complete", "are complete"), next: otherChecks(checks) };
}

/** What is left to do once some of a side’s checks are complete. */
function otherChecks(checks: readonly PersonsCheck[]): string {
  const open = peopleIn(checks, "sent");
  const message = "text message from Thirdfort, our ID check provider";
  if (open.count === 0) return "We’re handling the other checks on your side.";
  if (open.isReaderAlone) {
    return `You still need to complete yours. The link to your check is in your ${message}.`;
  }
  return open.hasReader
    ? `You and ${firstNames(open.others)} still need to complete yours. Use the links in your text messages from Thirdfort, our ID check provider.`
    : `${needTheirChecks(open.others)}. The link to the check is in their ${message}.`;
}

/** The people whose checks are in a state, as the reader knows them. */
type People = {
  count: number;
  hasReader: boolean;
  isReaderAlone: boolean;
  others: readonly PersonsCheck[];
  /** "you and Jo" */
  names: string;
};

/** @param checks the reader’s own first */
function peopleIn(checks: readonly PersonsCheck[], state: CheckState): People {
  const found = checks.filter((check) => checkState(check) === state);
  const others = found.filter((check) => check !== checks[0]);
  const hasReader = others.length < found.length;
  return {
    count: found.length,
    hasReader,
    isReaderAlone: hasReader && others.length === 0,
    others,
    names: firstNames([...(hasReader ? [{ first_name: "you" }] : []), ...others]),
  };
}

/** "Your ID check is complete", "Jo’s ID check is complete", "The ID checks for you and Jo are complete". */
function checksOf(
  { count, isReaderAlone, names }: People,
  is: string,
  are: string,
): Pick<NewsItem, "what" | "brief"> {
  if (isReaderAlone) return { what: `Your ID check ${is}` };
  if (count === 1) return { what: `${names}’s ID check ${is}` };
  return { what: `The ID checks for ${names} ${are}`, brief: `${count} ID checks ${are}` };
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

const RESULTS_ARE_IN: Record<NewsFacts["side"], string> = {
  seller: "Your buyer’s solicitor will review the results.",
  buyer: "Your solicitor will review the results. We’ll prepare your property report.",
};

function reportItem({ side, progress }: NewsFacts): NewsItem | null {
  if (side !== "buyer" || progress.report_at === null) return null;
  const next =
    "You can read it on your dashboard. If anything in it is unclear, ask your solicitor before contracts are exchanged.";
  return { kind: "searches", what: "Your property report is ready", next };
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
