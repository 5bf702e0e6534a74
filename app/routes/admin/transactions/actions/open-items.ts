/** Open parts of a matter, for staff who are about to take an action on it. */

import type { ActionKind } from "#app/domain/actions/notified.ts";
import type { StillOpen } from "#app/domain/actions/still-open.server.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { fullName } from "#app/domain/shared/names.ts";

/** Effect of an action on the open parts. */
type Effect = "ends" | "pauses" | "changes_buyer" | "continues" | "corrects_address";

/**
 * Effect of each action; null for a correction of a fact that no order at a vendor uses. Orders of
 * searches and identity checks have the address of the property, but no price, tenure or title.
 */
export const OPEN_EFFECTS: Readonly<Record<ActionKind, Effect | null>> = {
  change_agreed_price: null,
  correct_asking_price: null,
  correct_tenure: null,
  correct_title_number: null,
  correct_address: "corrects_address",
  correct_ownership: null,
  correct_lender: null,
  correct_seller_lender: null,
  correct_postal_address: null,
  end_matter: "ends",
  resume_matter: "continues",
  pause_matter: "pauses",
  resume_paused_matter: "continues",
  release_buyer: "changes_buyer",
  resume_buyer: "continues",
  replace_buyer: "changes_buyer",
  take_unit_out: "continues",
  agree_sale: "continues",
};

type OpenItem = { title: string; text: string };

/** Words about each open part. A part without words isn’t shown. */
type Words = {
  pending_check: string;
  check_to_review?: string;
  searches_in_progress: string;
  searches_back?: string;
  /** Questions to firms and document requests. */
  requests?: string;
};

const TO_REVIEW = "Waiting for review.";
const WITH_ONE_SEARCH = "We’re waiting for OneSearch. This doesn’t change the order.";

const WORDS: Readonly<Record<Effect, Words>> = {
  ends: {
    pending_check:
      "We’ll ask Thirdfort to stop it in 10 minutes. If Thirdfort can’t stop it, the handler will get a task.",
    check_to_review: "Waiting for review. The check stays on file, unreviewed.",
    searches_in_progress:
      "They stay open at OneSearch, because we can’t cancel them. The handler will get a task to ask OneSearch.",
    searches_back: "The results are already back, so they can’t be cancelled.",
    requests: "These will be closed, and reminders will stop.",
  },
  pauses: {
    pending_check: "The pause doesn’t stop it.",
    check_to_review: TO_REVIEW,
    searches_in_progress: "The pause doesn’t stop them.",
    requests: "These stay open. We won’t send reminders during the pause.",
  },
  changes_buyer: {
    pending_check: "This doesn’t stop it.",
    check_to_review: TO_REVIEW,
    searches_in_progress: WITH_ONE_SEARCH,
    requests:
      "Those to the present buyer and their solicitor will be closed. The others stay open.",
  },
  continues: {
    pending_check: "This doesn’t stop it.",
    check_to_review: TO_REVIEW,
    searches_in_progress: WITH_ONE_SEARCH,
    requests: "These stay open.",
  },
  corrects_address: {
    pending_check: "It has the address as it is now, and this doesn’t change it at Thirdfort.",
    searches_in_progress:
      "They have the address as it is now. If it’s the wrong home, order the searches again.",
    searches_back:
      "The results are for the address as it is now. If it’s the wrong home, order the searches again.",
  },
};

/** Lists the open parts of a matter, with what an action does to them. */
export function openItems(matter: StillOpen, effect: Effect): OpenItem[] {
  const words = WORDS[effect];
  return [
    ...checkItems(matter, words),
    ...searchItems(matter, words),
    ...(effect === "ends" || effect === "corrects_address" ? [] : toDoItems(matter)),
    ...requestItems(matter, words),
    ...(effect === "ends" ? paymentItems(matter) : []),
  ];
}

function checkItems({ checks }: StillOpen, words: Words): OpenItem[] {
  return checks.flatMap((check) => {
    const title = `${fullName(check)}’s identity check`;
    if (check.status === "pending") {
      return { title, text: `Ordered on ${adminDate(check.created_at)}. ${words.pending_check}` };
    }
    return words.check_to_review ? { title, text: words.check_to_review } : [];
  });
}

function searchItems({ searches_open, searches_back }: StillOpen, words: Words): OpenItem[] {
  const count = (searches: number) => pluralise(searches, "search", "searches");
  return [
    ...(searches_open > 0
      ? [{ title: `${count(searches_open)} in progress`, text: words.searches_in_progress }]
      : []),
    ...(searches_back > 0 && words.searches_back
      ? [{ title: count(searches_back), text: words.searches_back }]
      : []),
  ];
}

/** Lists what we have not done yet: order searches, generate the report, share it with a buyer. */
function toDoItems({ has_search_order, searches_back, report, purchase }: StillOpen): OpenItem[] {
  if (!has_search_order) {
    return [{ title: "No searches ordered", text: "Order them on the Searches tab." }];
  }
  if (!report) {
    const text = `${pluralise(searches_back, "search has", "searches have")} come back.`;
    return searches_back > 0 ? [{ title: "No property report", text }] : [];
  }
  if (report.shared_at !== null || !purchase?.is_active) return [];
  const text = `Generated on ${adminDate(report.generated_at)}.`;
  return [{ title: "Property report not shared with the buyer", text }];
}

function requestItems({ questions, requests }: StillOpen, words: Words): OpenItem[] {
  const open = [
    questions > 0 && pluralise(questions, "question to a firm", "questions to firms"),
    requests > 0 && pluralise(requests, "document request"),
  ].filter((text) => text !== false);
  return open.length > 0 && words.requests
    ? [{ title: open.join(" and "), text: words.requests }]
    : [];
}

function paymentItems({ payment }: StillOpen): OpenItem[] {
  if (!payment) return [];
  const { total_amount_pence, paid_at, refunded_at } = payment;
  const paid = paid_at ? `Paid on ${adminDate(paid_at)}.` : "Paid.";
  return [
    {
      title: `Service fee, ${formatPence(total_amount_pence)}`,
      text: refunded_at
        ? `${paid} Refunded on ${adminDate(refunded_at)}.`
        : `${paid} This page doesn’t refund it.`,
    },
  ];
}
