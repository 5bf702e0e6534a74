import type { StillOpen } from "#app/domain/actions/still-open.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { formatPence, formatPounds } from "#app/domain/shared/money.ts";
import { fullName, fullNames } from "#app/domain/shared/names.ts";
import { currentStepOf, MATTER_STAGE_LABELS } from "#app/domain/stages/current-step.ts";
import type { SummaryRow } from "#app/ui/summary-list.tsx";

export type EndingView = ReturnType<typeof endingView>;

type OpenItem = { title: string; text: string };

/** Maps a matter that staff are about to end to what its page shows. */
export function endingView(matter: StillOpen, reasons: readonly string[], now = new Date()) {
  return {
    reasons: [...reasons],
    has_buyer: matter.purchase?.is_active === true,
    is_exchanged: isPast(matter.purchase?.exchanged, now),
    now: nowRows(matter, now),
    open: openItems(matter),
  };
}

const isPast = (day: string | null | undefined, now: Date) =>
  typeof day === "string" && day <= londonDay(now);

function nowRows({ sellers, purchase, facts }: StillOpen, now: Date) {
  const { place } = currentStepOf(facts, londonDay(now));
  const rows: (SummaryRow & { description: string })[] = [
    { term: "Sellers", description: fullNames(sellers) },
    { term: "Buyers", description: purchase ? fullNames(purchase.buyers) : "No buyer" },
    { term: "Stage", description: MATTER_STAGE_LABELS[place] },
  ];
  if (!purchase) return rows;
  const { agreed_price_pounds, exchanged, completed } = purchase;
  return [
    ...rows,
    { term: "Agreed price", description: formatPounds(agreed_price_pounds) },
    {
      term: isPast(exchanged, now) || exchanged === null ? "Exchanged" : "Exchange planned",
      description: exchanged === null ? "No" : adminDate(exchanged),
    },
    {
      term: "Completion planned",
      description: completed === null ? "No date yet" : adminDate(completed),
    },
  ];
}

/** Lists what the end of the matter closes, and what it doesn’t. */
function openItems(matter: StillOpen): OpenItem[] {
  const { checks, questions, requests, payment } = matter;
  const closed = [
    questions > 0 && pluralise(questions, "question to a firm", "questions to firms"),
    requests > 0 && pluralise(requests, "document request"),
  ].filter((text) => text !== false);
  return [
    ...checks.map((check): OpenItem => {
      const title = `${fullName(check)}’s identity check`;
      return check.status === "pending"
        ? {
            title,
            text: `Ordered on ${adminDate(check.created_at)}. We’ll ask Thirdfort to stop it in 10 minutes. If Thirdfort can’t stop it, the handler will get a task.`,
          }
        : { title, text: "Waiting for review. The check stays on file, unreviewed." };
    }),
    ...searchItems(matter),
    ...(closed.length > 0
      ? [
          {
            title: closed.join(" and "),
            text: "These will be closed, and reminders will stop.",
          },
        ]
      : []),
    ...(payment
      ? [
          {
            title: `Service fee, ${formatPence(payment.total_amount_pence)}`,
            text: paymentText(payment),
          },
        ]
      : []),
  ];
}

function searchItems({ searches_open, searches_back }: StillOpen): OpenItem[] {
  const count = (searches: number) => pluralise(searches, "search", "searches");
  return [
    ...(searches_open > 0
      ? [
          {
            title: `${count(searches_open)} in progress`,
            text: "They stay open at OneSearch, because we can’t cancel them. The handler will get a task to ask OneSearch.",
          },
        ]
      : []),
    ...(searches_back > 0
      ? [
          {
            title: count(searches_back),
            text: "The results are already back, so they can’t be cancelled.",
          },
        ]
      : []),
  ];
}

function paymentText({ paid_at, refunded_at }: NonNullable<StillOpen["payment"]>): string {
  const paid = paid_at ? `Paid on ${adminDate(paid_at)}.` : "Paid.";
  return refunded_at
    ? `${paid} Refunded on ${adminDate(refunded_at)}.`
    : `${paid} This page doesn’t refund it.`;
}
