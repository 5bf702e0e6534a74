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

/**
 * The last of the dates that has come. One that is still to come has not happened: staff may know when completion is due.
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

/** A date as its three inputs hold it, all empty for none. */
export type DateParts = { day: string; month: string; year: string };
export type SignificantDates = Record<SignificantDate, DateParts>;

/** "2026-11-21" of a DATE column, as its inputs are filled in. */
export function toDateParts(date: string | null): DateParts {
  const [year = "", month = "", day = ""] = date?.split("-") ?? [];
  return { day, month, year };
}

/** Three inputs that hold a whole date or nothing, as a DATE column keeps it. */
export function fromDateParts({ day, month, year }: DateParts): string | null {
  return year === "" ? null : `${year}-${month}-${day}`;
}

/** "21/11/2026", or that there is none. */
export function significantDateText(date: string | null): string {
  return date ? adminDate(date) : "Not set";
}
