/**
 * Bank holidays in England and Wales that are on weekdays, with substitute days. If an extra bank
 * holiday is proclaimed, add it to the line of its year.
 */
const BANK_HOLIDAYS: Record<number, string> = {
  2019: "01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26",
  2020: "01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28",
  2021: "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28",
  2022: "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27",
  2023: "01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26",
  2024: "01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26",
  2025: "01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26",
  2026: "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28",
  2027: "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28",
  2028: "01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26",
  2029: "01-01 03-30 04-02 05-07 05-28 08-27 12-25 12-26",
  2030: "01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26",
  2031: "01-01 04-11 04-14 05-05 05-26 08-25 12-25 12-26",
  2032: "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28",
  2033: "01-03 04-15 04-18 05-02 05-30 08-29 12-26 12-27",
  2034: "01-02 04-07 04-10 05-01 05-29 08-28 12-25 12-26",
};

const DAY_MS = 86_400_000;

const HOLIDAYS = new Set(
  Object.entries(BANK_HOLIDAYS).flatMap(([year, days]) =>
    days.split(" ").map((day) => `${year}-${day}`),
  ),
);

/**
 * Returns true for a working day. Bank holidays after the last year in the table are not known.
 * @param day a date in London, such as "2026-11-23" (`londonDay`)
 */
export function isWorkingDay(day: string): boolean {
  return !isWeekend(day) && !HOLIDAYS.has(day);
}

/**
 * Returns the day that is `count` working days after a day, or the day itself if `count` is 0. One
 * working day after a Friday is a Monday.
 */
export function addWorkingDays(day: string, count: number): string {
  let last = day;
  for (let left = count; left > 0;) {
    last = dayAfter(last);
    if (isWorkingDay(last)) left--;
  }
  return last;
}

/**
 * Returns the day that is `count` working days before a day; `count` is at least 1. One working day
 * before a Monday is a Friday.
 */
export function workingDaysBefore(day: string, count: number): string {
  let first = day;
  for (let left = count; left > 0;) {
    first = addDays(first, -1);
    if (isWorkingDay(first)) left--;
  }
  return first;
}

/**
 * Returns the number of working days after `from`, up to and including `to`, or 0 if `to` is not
 * later.
 */
export function workingDaysBetween(from: string, to: string): number {
  const span = Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS);
  if (!(span > 0)) return 0;
  const weeks = Math.floor(span / 7);
  let count = weeks * 5;
  for (let day = addDays(from, weeks * 7); day < to;) {
    day = dayAfter(day);
    if (!isWeekend(day)) count++;
  }
  for (const holiday of HOLIDAYS) if (holiday > from && holiday <= to) count--;
  return count;
}

const dayAfter = (day: string) => addDays(day, 1);

/** Returns the day that is `count` calendar days after a day. A negative `count` goes back. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}

const RED_AFTER_DAYS = 7;
const AMBER_AFTER_DAYS = 3;

/**
 * Returns the colour for a number of days of waiting: red above 7, amber above 3 (O-053, O-054).
 */
export function waitUrgency(days: number): "red" | "amber" | "none" {
  if (days > RED_AFTER_DAYS) return "red";
  return days > AMBER_AFTER_DAYS ? "amber" : "none";
}
