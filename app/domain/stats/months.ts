import { londonDay } from "#app/domain/fields/dates.ts";

/** A month of London's calendar, its year in four digits and its month in two (S-023, AMB-S01): "2026-11". */
export type Month = string;

/** The current month, the previous one and the one before that (S-002): the newest first. */
export type StatsMonths = readonly [Month, Month, Month];

/** The months that the statistics cover, as the clocks in London go (AMB-S01). */
export function statsMonths(now: Date): StatsMonths {
  const [year = 0, month = 0] = londonDay(now).split("-").map(Number);
  return [monthOf(year, month), monthOf(year, month - 1), monthOf(year, month - 2)];
}

/** @param month from 1; nought and less are months of the year before */
function monthOf(year: number, month: number): Month {
  return new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 7);
}

const NAMES = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });

/** "November 2026". */
export function monthName(month: Month): string {
  return NAMES.format(new Date(`${month}-01`));
}

/** "Nov 2026", above a column of numbers. */
export function shortMonthName(month: Month): string {
  const [name = "", year = ""] = monthName(month).split(" ");
  return `${name.slice(0, 3)} ${year}`;
}
