import { customerDate, customerMoment, londonDay } from "#app/domain/fields/dates.ts";
import {
  SIGNIFICANT_DATE_LABELS,
  SIGNIFICANT_DATES,
} from "#app/domain/transactions/significant-dates.ts";
import {
  type CustomerProgress,
  searchesText,
  type StepFacts,
  stageReached,
} from "#app/domain/transactions/customer-progress.ts";

export type Noun = "sale" | "purchase";

export type ProgressView = ReturnType<typeof progressView>;

type Solicitors = { law_firm: string } | null;

/** What a dashboard shows of how far its matter is (F-032, AMB-F06). */
export function progressView(
  progress: CustomerProgress,
  { solicitor, has_chosen = false }: { solicitor: Solicitors; has_chosen?: boolean },
  now = new Date(),
) {
  const { checks, is_introduced, searches, report_at, dates } = progress;
  const today = londonDay(now);
  const stage = stageReached(dates, today);
  const facts: StepFacts = {
    checks,
    law_firm: solicitor?.law_firm ?? null,
    has_chosen,
    is_introduced,
    searches: { ordered: searches.ordered, back: searches.back },
    has_report: report_at !== null,
    is_exchanged: stage === "exchanged" || stage === "completed",
  };
  return {
    stage,
    facts,
    /** The day itself, or the one that staff have entered for it; null while there is none. */
    completion: dates?.completed ?? null,
    rows: [...momentRows(progress), ...dateRows(dates, today)],
  };
}

function momentRows({ assigned_at, searches, report_at }: CustomerProgress) {
  return rowsOf([
    ["Solicitor assigned", assigned_at && customerMoment(assigned_at)],
    ["Searches ordered", searches.ordered_at && customerMoment(searches.ordered_at)],
    ["Searches", searchesText(searches)],
    ["Property report", report_at && customerMoment(report_at)],
  ]);
}

/** Dates that staff have entered before their day. */
const DUE = { ...SIGNIFICANT_DATE_LABELS, exchanged: "Exchange due", completed: "Completion due" };

function dateRows(dates: CustomerProgress["dates"], today: string) {
  return rowsOf(
    SIGNIFICANT_DATES.map((name) => {
      const date = dates?.[name] ?? null;
      const labels = date !== null && date > today ? DUE : SIGNIFICANT_DATE_LABELS;
      return [labels[name], date && customerDate(date)];
    }),
  );
}

/** Only what there is. */
function rowsOf(rows: readonly (readonly [term: string, description: string | null])[]) {
  return rows.flatMap(([term, description]) => (description ? [{ term, description }] : []));
}
