import { adminDate, dayInWords } from "#app/domain/shared/dates.ts";
import { isWorkingDay } from "#app/domain/shared/working-days.ts";
import {
  fromDateParts,
  PURCHASE_DATE_LABELS,
  PURCHASE_DATES,
  type PurchaseDate,
  type PurchaseDates,
  SIGNIFICANT_DATES,
} from "./significant-dates.ts";

/** Pairs of dates. The first date of a pair is usually the earlier one. */
const ORDER = [
  ["sale_agreed", "exchanged"],
  ["exchanged", "completed"],
  ["sale_agreed", "completed"],
  ["sale_agreed", "aborted"],
  ["contract_pack_sent_on", "enquiries_raised_on"],
  ["enquiries_raised_on", "enquiries_answered_on"],
  ["enquiries_answered_on", "exchanged"],
] as const;

/** Number of years in the past and in the future beyond which a date is probably a typing error. */
const LIKELY_YEARS = { back: 10, ahead: 2 };

const says = (name: PurchaseDate, date: string) =>
  `${PURCHASE_DATE_LABELS[name]} (${adminDate(date)})`;

/**
 * Returns a warning for each unusual date that staff typed. Most unusual dates are typing errors.
 */
export function doubtfulDates(typed: PurchaseDates, today: string): string[] {
  const [year = "", ...rest] = today.split("-");
  const inYears = (years: number) => [Number(year) + years, ...rest].join("-");
  const earliest = inYears(-LIKELY_YEARS.back);
  const latest = inYears(LIKELY_YEARS.ahead);
  const far = PURCHASE_DATES.flatMap((name) => {
    const date = fromDateParts(typed[name]);
    if (date !== null && date < earliest) {
      return `${says(name, date)} is more than ${LIKELY_YEARS.back} years ago.`;
    }
    if (date === null || date <= latest) return [];
    return `${says(name, date)} is more than ${LIKELY_YEARS.ahead} years ahead.`;
  });
  const reversed = ORDER.flatMap(([first, second]) => {
    const [before, after] = [fromDateParts(typed[first]), fromDateParts(typed[second])];
    if (before === null || after === null || after >= before) return [];
    return `${says(second, after)} is before ${says(first, before)}.`;
  });
  return [...far, ...reversed];
}

const WITH_SOLICITORS = ["exchanged", "completed"] as const;

function isChanged(name: PurchaseDate, typed: PurchaseDates, opened: PurchaseDates): boolean {
  return fromDateParts(typed[name]) !== fromDateParts(opened[name]);
}

/**
 * Returns a warning if staff change the date of exchange or completion to a weekend or bank
 * holiday.
 */
export function closedDays(typed: PurchaseDates, opened: PurchaseDates): string[] {
  return WITH_SOLICITORS.flatMap((name) => {
    const date = fromDateParts(typed[name]);
    if (date === null || isWorkingDay(date) || !isChanged(name, typed, opened)) return [];
    const [weekday = ""] = dayInWords(date).split(" ");
    const isWeekend = weekday.startsWith("S");
    return `${says(name, date)} is a ${isWeekend ? weekday : "bank holiday"}.`;
  });
}

/**
 * Returns a question for each date that has passed and would be set, changed or cleared. A date of
 * today is news, not a correction, so setting it is no question.
 */
export function pastChanges(typed: PurchaseDates, opened: PurchaseDates, today: string): string[] {
  return PURCHASE_DATES.flatMap((name) => {
    if (!isChanged(name, typed, opened)) return [];
    const [before, after] = [fromDateParts(opened[name]), fromDateParts(typed[name])];
    if (before !== null && before <= today) return changedPast(name, before, { after, today });
    return after !== null && after < today ? `${says(name, after)} will be recorded as done.` : [];
  });
}

function changedPast(
  name: PurchaseDate,
  before: string,
  { after, today }: { after: string | null; today: string },
): string {
  if (after !== null) {
    const becomes = after > today ? "become a plan for" : "change to";
    return `${says(name, before)} will ${becomes} ${adminDate(after)}.`;
  }
  const isEmailed = SIGNIFICANT_DATES.some((emailed) => emailed === name);
  const emails = isEmailed
    ? " Customers who were emailed this date will be emailed that it’s withdrawn."
    : "";
  return `${says(name, before)} will be cleared.${emails}`;
}

/** Returns true if a date that staff have changed has come, today included. */
export function hasNewsOfToday(typed: PurchaseDates, opened: PurchaseDates, today: string) {
  return PURCHASE_DATES.some((name) => {
    const date = fromDateParts(typed[name]);
    return date !== null && date <= today && isChanged(name, typed, opened);
  });
}

/**
 * Returns a warning that lists the open steps, if staff record that contracts were exchanged or the
 * sale completed. A plan needs no warning, because steps are still open then.
 */
export function openStepsDoubt(
  typed: PurchaseDates,
  opened: PurchaseDates,
  { open, today }: { open: readonly string[]; today: string },
): string[] {
  const set = WITH_SOLICITORS.filter((name) => {
    const date = fromDateParts(typed[name]);
    return date !== null && date <= today && isChanged(name, typed, opened);
  });
  if (set.length === 0 || open.length === 0) return [];
  return [`Still open before exchange: ${open.join(", ")}.`];
}
