import type { StillOpen } from "#app/domain/actions/still-open.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { currentStepOf, MATTER_STAGE_LABELS } from "#app/domain/stages/current-step.ts";
import type { SummaryRow } from "#app/ui/summary-list.tsx";

export type EndingView = ReturnType<typeof endingView>;

/** Maps a matter that staff are about to end to what its page shows. */
export function endingView(matter: StillOpen, reasons: readonly string[], now = new Date()) {
  return {
    reasons: [...reasons],
    has_buyer: matter.purchase?.is_active === true,
    is_exchanged: isPast(matter.purchase?.exchanged, now),
    now: nowRows(matter, now),
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
