import { londonDay } from "#app/domain/shared/dates.ts";

/** A month in London’s time zone, such as "2026-11" (S-023, AMB-S01). */
export type Month = string;

/** The current month and the two before it, newest first (S-002). */
export type StatsMonths = readonly [Month, Month, Month];

/** Returns the three months that the statistics show, in London’s time zone (AMB-S01). */
export function statsMonths(now: Date): StatsMonths {
  const [year = 0, month = 0] = londonDay(now).split("-").map(Number);
  return [monthOf(year, month), monthOf(year, month - 1), monthOf(year, month - 2)];
}

function monthOf(year: number, month: number): Month {
  return new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 7);
}

const NAMES = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });

/** Returns the name of a month, such as "November 2026". */
export function monthName(month: Month): string {
  return NAMES.format(new Date(`${month}-01`));
}

/** Returns the short name of a month for a column’s heading, such as "Nov 2026". */
export function shortMonthName(month: Month): string {
  const [name = "", year = ""] = monthName(month).split(" ");
  return `${name.slice(0, 3)} ${year}`;
}
