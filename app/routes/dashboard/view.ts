import { customerDate, customerMoment, londonDay } from "#app/domain/shared/dates.ts";
import {
  type PurchaseStanding,
  isReplaced,
  notGoingAhead,
} from "#app/domain/purchases/purchase-standing.ts";
import { stepFacts } from "#app/domain/stages/customer-stages.ts";
import { ownCheck } from "#app/domain/stages/own-check.ts";
import { preCompletionTasks } from "#app/domain/stages/pre-completion-tasks.ts";
import { makeCard, type ActionCard } from "#app/domain/stages/card-type.ts";
import { completionCard, fallThroughCard } from "#app/domain/stages/closing-cards.ts";
import { waitingBuyerCard } from "#app/domain/stages/waiting-buyer.ts";
import {
  type CustomerProgress,
  searchesText,
  stageReached,
} from "#app/domain/transactions/customer-progress.ts";
import {
  CUSTOMER_DATE_LABELS,
  SIGNIFICANT_DATES,
} from "#app/domain/transactions/significant-dates.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";

export type Noun = "sale" | "purchase";

export type ProgressView = ReturnType<typeof progressView>;

type Solicitors = { law_firm: string } | null;

/** Maps the progress of a matter to what a dashboard shows (F-032, AMB-F06). */
export function progressView(
  progress: CustomerProgress,
  {
    side,
    stages,
    solicitor,
    ...choosing
  }: {
    side: Side;
    /** Facts about the stages; null for a buyer who is not the active one. */
    stages: { facts: StageFacts } | null;
    solicitor: Solicitors;
    has_chosen?: boolean;
    chooser?: string | null;
    confirmers?: string | null;
  },
  now = new Date(),
) {
  const { dates } = progress;
  const today = londonDay(now);
  const law_firm = solicitor?.law_firm ?? null;
  const facts = stages?.facts ?? null;
  const ended_on = facts?.ended_on ?? null;
  const stage = ended_on === null ? stageReached(dates, today) : "aborted";
  const steps = stepFacts(progress, { side, facts, law_firm, today, ...choosing });
  return {
    stage,
    facts: steps,
    /** Actual or planned date of completion; null if there is neither. */
    completion: dates?.completed ?? null,
    // No one moves out of a new home.
    before_moving:
      side === "seller" && steps.is_development
        ? []
        : preCompletionTasks(side, dates?.completed ?? null, today),
    stopped_on: stage === "aborted" ? (dates?.aborted ?? ended_on) : null,
    rows: progressRows(progress, { has_solicitor: steps.law_firm !== null, today }),
  };
}

type DatedRow = { day: string; term: string; description: string };

/**
 * Returns past events, sorted by the date on which they happened. Staff record some of them later.
 */
function progressRows(
  { assigned_at, searches, report_at, dates }: CustomerProgress,
  { has_solicitor, today }: { has_solicitor: boolean; today: string },
) {
  const moment = (term: string, at: Date | string | null): DatedRow[] =>
    at ? [{ day: londonDay(at), term, description: customerMoment(at) }] : [];
  const so_far = searchesText(searches);
  const rows = [
    // A firm that has declined is not shown.
    ...moment("Solicitor assigned", has_solicitor ? assigned_at : null),
    ...moment("Searches ordered", searches.ordered_at),
    ...(so_far && searches.ordered_at
      ? [{ day: londonDay(searches.ordered_at), term: "Searches", description: so_far }]
      : []),
    ...moment("Property report shared", report_at),
    ...dateRows(dates, today),
  ];
  return rows
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .map(({ term, description }) => ({ term, description }));
}

function dateRows(dates: CustomerProgress["dates"], today: string): DatedRow[] {
  return SIGNIFICANT_DATES.flatMap((name) => {
    const day = dates?.[name];
    const term = CUSTOMER_DATE_LABELS[name];
    return day && day <= today ? [{ day, term, description: customerDate(day) }] : [];
  });
}

export function purchaseCard(
  { stage, facts, completion, stopped_on }: ProgressView,
  {
    place,
    finished_at,
    line_1,
    card,
  }: {
    place: PurchaseStanding;
    finished_at: Date | null;
    line_1: string;
    card: ActionCard | null;
  },
  now = new Date(),
): ActionCard {
  if (card && place === "going_on") return card;
  const today = londonDay(now);
  if (stopped_on !== null) {
    const has_solicitor = facts.law_firm !== null;
    return fallThroughCard("buyer", { day: stopped_on, stage: null, today, has_solicitor });
  }
  if (isReplaced(place)) {
    return makeCard({ kind: "over", ...notGoingAhead(place, line_1) });
  }
  if (stage === "exchanged") return makeCard(completionCard("buyer", completion, today));
  const own = ownCheck(facts);
  return own ? makeCard(own) : waitingBuyerCard(londonDay(finished_at ?? now), today);
}
