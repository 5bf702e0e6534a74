import { adminDate } from "#app/domain/fields/dates.ts";

/** When a purchase came how far: dates that staff keep (K-071). Each has an event of its name. */

/** In the order in which they come. */
export const SIGNIFICANT_DATES = ["sale_agreed", "exchanged", "completed", "aborted"] as const;
export type SignificantDate = (typeof SIGNIFICANT_DATES)[number];

export const SIGNIFICANT_DATE_LABELS: Record<SignificantDate, string> = {
  sale_agreed: "Sale Agreed",
  exchanged: "Exchanged",
  completed: "Completed",
  aborted: "Aborted",
};

/** The same dates for customers: staff’s labels are fixed (K-071). */
export const CUSTOMER_DATE_LABELS: Record<SignificantDate, string> = {
  sale_agreed: "Sale agreed",
  exchanged: "Contracts exchanged",
  completed: "Completed",
  aborted: "Fell through",
};

/**
 * The last of the dates that has come. One that is still to come has not happened: staff may know when completion is
 * due.
 *
 * @param today "2026-11-21", as London has it
 */
export function lastReached(
  dates: Record<SignificantDate, string | null> | null,
  today: string,
): SignificantDate | null {
  const hasCome = (date: string | null) => date !== null && date <= today;
  return SIGNIFICANT_DATES.findLast((name) => dates && hasCome(dates[name])) ?? null;
}

/** What staff are told by solicitors and press for: dates of a purchase too, from which its stages follow. */
export const STAGE_DATES = [
  "contract_pack_sent_on",
  "enquiries_raised_on",
  "enquiries_answered_on",
] as const;
export type StageDate = (typeof STAGE_DATES)[number];

/** All dates that staff keep of a purchase, in the order in which they come. */
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

/** A date as its three inputs hold it, all empty for none. */
export type DateParts = { day: string; month: string; year: string };
export type PurchaseDates = Record<PurchaseDate, DateParts>;

/** "2026-11-21" of a DATE column, as its inputs are filled in. */
export function toDateParts(date: string | null): DateParts {
  const [year = "", month = "", day = ""] = date?.split("-") ?? [];
  return { day, month, year };
}

/** Three inputs that hold a whole date or nothing, as a DATE column keeps it. */
export function fromDateParts({ day, month, year }: DateParts): string | null {
  return year === "" ? null : `${year}-${month}-${day}`;
}

/** A date that staff set, changed or cleared, "2026-11-21" each; null where there was none, or is none. */
type DateChange = { name: PurchaseDate; before: string | null; after: string | null };

/**
 * Returns which kind of event a change of a date is, and its comment. A day that is still to come has not happened.
 *
 * @param today "2026-11-21", as London has it
 */
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

/** "21/11/2026", or that there is none. */
export function significantDateText(date: string | null): string {
  return date ? adminDate(date) : "Not set";
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** What staff read of the percentage when it cannot be known (J-029, AMB-J02). */
const TO_BE_CONFIRMED = "TBC";

type TimeSaved = {
  offer_to_exchange_days: number;
  saved_days: number;
  saved_percent: number;
};

/**
 * How much faster than the benchmark a matter went from sale agreed to exchange (J-027, J-028). Both dates are plain
 * dates ("2026-11-21"), so the days between them are whole ones; a slow matter has saved less than nothing.
 *
 * @returns null when either date or the benchmark is missing.
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

/** The three computed columns of the list (J-018 to J-020); what is not known is said once, by the last. */
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
