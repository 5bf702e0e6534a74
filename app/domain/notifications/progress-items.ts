import type { NotifiedEvent } from "#app/domain/events/pending-notifications.server.ts";
import { checkItems } from "./check-items.ts";
import { dateItem, TELL_US, TELL_US_OF_EITHER, todayItem } from "./date-items.ts";
import type { NotifiedEventRef, NewsFacts, ProgressItem } from "./progress-item.ts";

/**
 * Returns the items of an email about a matter’s events. Leaves out repetitions, and events that
 * have since been undone.
 */
export function progressItems(
  happened: readonly NotifiedEventRef[],
  facts: NewsFacts,
): ProgressItem[] {
  const has = (name: NotifiedEvent) => happened.some(({ event }) => event === name);
  const events = happened.filter(({ event }) => {
    if (event === "contract_pack_ready") return !has("contract_pack_sent");
    if (event === "exchange_today") return !has("exchanged");
    return event !== "completion_today" || !has("completed");
  });
  const found = events.flatMap(({ event }) => newsItem(event, facts) ?? []);
  const all = [...checkItems(happened, facts.progress.checks), ...found];
  const items = [...new Map(all.map((item) => [item.tells?.[0] ?? item.what, item])).values()];
  // Leave out the item about completion if the item about exchange already mentions the completion
  // date.
  const named = items.flatMap(({ tells = [] }) => tells.slice(1));
  return dropRepeatedSentences(
    items.filter(({ tells }) => !named.some((name) => name === tells?.[0])),
  );
}

/** Removes repeated sentences from an email. Each stays in the last item that contains it. */
function dropRepeatedSentences(items: readonly ProgressItem[]): ProgressItem[] {
  const split = items.map(({ next }) => next.split(/(?<=[.?!]) /));
  return items.map((item, position) => {
    const later = split.slice(position + 1).flat();
    const earlier = split.slice(0, position).flat();
    const sentences = (split[position] ?? []).filter((sentence) => !later.includes(sentence));
    const next = sentences.map((sentence) =>
      sentence === TELL_US && earlier.includes(TELL_US) ? TELL_US_OF_EITHER : sentence,
    );
    return { ...item, next: next.join(" ") };
  });
}

function newsItem(event: NotifiedEvent, facts: NewsFacts): ProgressItem | null {
  switch (event) {
    case "thirdfort_check_ordered":
    case "thirdfort_check_reordered":
    case "thirdfort_check_completed":
    case "thirdfort_check_failed":
    case "thirdfort_check_result_changed":
      // checkItems builds these items, because one item may be about several people’s checks
      // (check-items.ts).
      return null;
    case "searches_ordered":
    case "searches_reordered":
    case "search_completed":
      return searchesItem(facts);
    case "property_report_shared":
      return reportItem(facts);
    case "contract_pack_ready":
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

function searchesItem({ side, has_buyer, progress: { searches } }: NewsFacts): ProgressItem | null {
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
  const next = has_buyer ? RESULTS_ARE_IN[side] : RESULTS_ARE_IN.no_buyer;
  return { kind, what: "All search results are in", next };
}

const RESULTS_ARE_IN: Record<NewsFacts["side"] | "no_buyer", string> = {
  no_buyer: "When you have a buyer, their solicitor will review the results.",
  seller: "Your buyer’s solicitor will review the results.",
  buyer: "Your solicitor will review the results. We’ll prepare your property report.",
};

function reportItem({ side, progress }: NewsFacts): ProgressItem | null {
  if (side !== "buyer" || progress.report_at === null) return null;
  const next =
    "You can read it on your dashboard. If anything in it is unclear, ask your solicitor before contracts are exchanged.";
  return { kind: "searches", what: "Your property report is ready", next };
}

const PREPARING = "Both solicitors will now prepare for exchange of contracts.";

/** Only the sellers are emailed that the pack is ready. */
const STEPS = {
  contract_pack_ready: {
    day: "contract_pack_ready_on",
    seller: "Your contract pack is ready",
    buyer: "The contract pack is ready",
    brief: "Your contract pack is ready",
    next: {
      seller: "When your buyer has a solicitor, your solicitor will send them the pack.",
      buyer: "The seller’s solicitor will send the pack to your solicitor.",
    },
  },
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

function stepItem(name: keyof typeof STEPS, { side, days, today }: NewsFacts): ProgressItem | null {
  const { day, next, brief, ...what } = STEPS[name];
  const date = days?.[day];
  if (!date || date > today) return null;
  return { kind: "steps", what: what[side], next: next[side], brief };
}
