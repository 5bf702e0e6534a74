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

export type ProgressView = ReturnType<typeof progressView>;

/** What a dashboard shows of how far its matter is (F-032, AMB-F06). */
export function progressView(progress: CustomerProgress, now = new Date()) {
  const { check, is_introduced, searches, report_at, dates } = progress;
  const today = londonDay(now);
  const stage = stageReached(dates, today);
  const facts: StepFacts = {
    check,
    is_introduced,
    searches: { ordered: searches.ordered, back: searches.back },
    has_report: report_at !== null,
    is_exchanged: stage === "exchanged" || stage === "completed",
  };
  return { stage, facts, rows: [...momentRows(progress), ...dateRows(dates, today)] };
}

/** The same of a sale: a purchase of it that did not go ahead leaves the sale open. */
export function saleProgressView(progress: CustomerProgress, now?: Date): ProgressView {
  const view = progressView(progress, now);
  return { ...view, stage: view.stage === "aborted" ? "under_way" : view.stage };
}

function momentRows({ introduced_at, searches, report_at }: CustomerProgress) {
  return rowsOf([
    ["Solicitor assigned", introduced_at && customerMoment(introduced_at)],
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
