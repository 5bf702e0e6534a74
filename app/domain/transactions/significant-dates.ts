import { adminDate } from "#app/domain/shared/dates.ts";

/**
 * Dates of a purchase’s milestones, which staff enter (K-071). Each has an event of the same name.
 */
export const SIGNIFICANT_DATES = ["sale_agreed", "exchanged", "completed", "aborted"] as const;
export type SignificantDate = (typeof SIGNIFICANT_DATES)[number];

export const SIGNIFICANT_DATE_LABELS: Record<SignificantDate, string> = {
  sale_agreed: "Sale Agreed",
  exchanged: "Exchanged",
  completed: "Completed",
  aborted: "Aborted",
};

/** Labels of the dates for customers. The specification fixes the labels for staff (K-071). */
export const CUSTOMER_DATE_LABELS: Record<SignificantDate, string> = {
  sale_agreed: "Sale agreed",
  exchanged: "Contracts exchanged",
  completed: "Completed",
  aborted: "Fell through",
};

/**
 * Returns the name of the last date that has been reached by `today`, or null. A date after `today`
 * is only planned.
 */
export function lastReached(
  dates: Record<SignificantDate, string | null> | null,
  today: string,
): SignificantDate | null {
  const hasCome = (date: string | null) => date !== null && date <= today;
  return SIGNIFICANT_DATES.findLast((name) => dates && hasCome(dates[name])) ?? null;
}

/** Dates of legal steps. Staff record them when a solicitor reports the step. */
export const STAGE_DATES = [
  "contract_pack_sent_on",
  "enquiries_raised_on",
  "enquiries_answered_on",
] as const;
export type StageDate = (typeof STAGE_DATES)[number];

export const PURCHASE_DATES = [
  "sale_agreed",
  ...STAGE_DATES,
  "exchanged",
  "priority_search_on",
  "completed",
  "aborted",
] as const;
export type PurchaseDate = (typeof PURCHASE_DATES)[number];

export const PURCHASE_DATE_LABELS: Record<PurchaseDate, string> = {
  ...SIGNIFICANT_DATE_LABELS,
  contract_pack_sent_on: "Contract pack sent",
  enquiries_raised_on: "Enquiries raised",
  enquiries_answered_on: "Enquiries answered",
  priority_search_on: "Priority search made",
};

/** Texts in the three inputs of a date. All are empty if there is no date. */
export type DateParts = { day: string; month: string; year: string };
export type PurchaseDates = Record<PurchaseDate, DateParts>;

/** Converts a date from the database, such as "2026-11-21", to the texts in its inputs. */
export function toDateParts(date: string | null): DateParts {
  const [year = "", month = "", day = ""] = date?.split("-") ?? [];
  return { day, month, year };
}

/** Converts the texts in a date’s inputs to a date such as "2026-11-21", or null. */
export function fromDateParts({ day, month, year }: DateParts): string | null {
  return year === "" ? null : `${year}-${month}-${day}`;
}

/**
 * A date that staff have set, changed or cleared. `before` and `after` are dates such as
 * "2026-11-21", or null if there was or is none.
 */
type DateChange = { name: PurchaseDate; before: string | null; after: string | null };

/** Returns the event for a changed date, and its comment. A date after `today` is only planned. */
export function dateChange({ name, before, after }: DateChange, today: string) {
  const label = PURCHASE_DATE_LABELS[name];
  const was = before && adminDate(before);
  if (after === null) {
    return { kind: "date_withdrawn", comments: `${label}: was ${was ?? "not set"}` } as const;
  }
  const day = adminDate(after);
  if (after <= today) {
    return { kind: "reached", comments: was ? `${day} (was ${was})` : day } as const;
  }
  return was
    ? ({ kind: "date_moved", comments: `${label}: moved from ${was} to ${day}` } as const)
    : ({ kind: "date_planned", comments: `${label}: planned for ${day}` } as const);
}

/** Returns a date as text, such as "21/11/2026", or "Not set". */
export function significantDateText(date: string | null): string {
  return date ? adminDate(date) : "Not set";
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Text in place of a percentage that is not known (J-029, AMB-J02). */
const TO_BE_CONFIRMED = "TBC";

type TimeSaved = {
  offer_to_exchange_days: number;
  saved_days: number;
  saved_percent: number;
};

/**
 * Compares the time from sale agreed to exchange with the benchmark. The time saved is negative if
 * the sale was slower (J-027, J-028). Returns null if a date or the benchmark is missing.
 */
export function timeSaved(matter: {
  sale_agreed: string | null;
  exchanged: string | null;
  benchmark_in_days: number | null;
}): TimeSaved | null {
  const { sale_agreed, exchanged, benchmark_in_days } = matter;
  if (!sale_agreed || !exchanged || !benchmark_in_days) return null;
  const offer_to_exchange_days = Math.round(
    (Date.parse(exchanged) - Date.parse(sale_agreed)) / DAY_MS,
  );
  const saved_days = benchmark_in_days - offer_to_exchange_days;
  return {
    offer_to_exchange_days,
    saved_days,
    saved_percent: Math.round((saved_days / benchmark_in_days) * 100),
  };
}

/**
 * Formats the computed columns of the list (J-018 to J-020). If the values are not known, only the
 * last column shows TBC.
 */
export function timeSavedTexts(saved: TimeSaved | null) {
  if (!saved) {
    return { offer_to_exchange: null, saved: null, percent: TO_BE_CONFIRMED };
  }
  return {
    offer_to_exchange: String(saved.offer_to_exchange_days),
    saved: String(saved.saved_days),
    percent: `${saved.saved_percent}%`,
  };
}
