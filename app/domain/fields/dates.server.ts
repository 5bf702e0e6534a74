import { tz } from "@date-fns/tz";
import { format, isValid, parseISO } from "date-fns";
import { sql } from "kysely";
import { z } from "zod";
import { LONDON_ZONE } from "./dates.ts";
import { INCOMPLETE_DATE } from "./messages.ts";

const LONDON = tz(LONDON_ZONE);

/** A moment by a pattern of date-fns: for what is not read by a person. */
export function inLondon(moment: Date, pattern: string): string {
  return format(moment, pattern, { in: LONDON });
}

/** The day that it is in London, in a query. */
export const londonToday = sql<string>`(now() at time zone ${sql.lit(LONDON_ZONE)})::date`;

/** A moment as we wrote it down ourselves or a vendor sends it: "2026-11-21T09:05:00.000Z" (V-034). */
export function isoTimestamp() {
  return z.iso.datetime({ error: "Invalid date" });
}

/** The parts of a date that is typed, in the order they are asked in (V-035 to V-038). */
const PARTS = [
  { name: "day", digits: 2, least: 1, most: 31, message: "Day must be between 1 and 31" },
  { name: "month", digits: 2, least: 1, most: 12, message: "Month must be between 1 and 12" },
  { name: "year", digits: 4, least: 1900, most: 9999, message: "Year must be greater than 1900" },
] as const;

const typedPart = z
  .string({ error: INCOMPLETE_DATE })
  .nullish()
  .transform((typed) => typed?.trim() ?? "");

/**
 * A significant date of a matter, as staff type it: day, month and year in three inputs, as the "2026-11-21" of a DATE column, or null when all are empty. A part out of
 * range is wrong by itself (V-035 to V-038); a date that is not whole, or in no calendar, is wrong altogether (K-073,
 * AMB-K04).
 */
export function dateInput() {
  return z
    .object({ day: typedPart, month: typedPart, year: typedPart })
    .transform((typed, context) => {
      const refuse = (message: string, ...path: string[]) => {
        context.addIssue({ code: "custom", message, path });
        return z.NEVER;
      };
      const given = PARTS.filter(({ name }) => typed[name] !== "");
      if (given.length === 0) return null;
      const wrong = given.filter((part) => !fits(typed[part.name], part));
      for (const { name, message } of wrong) refuse(message, name);
      if (wrong.length > 0) return z.NEVER;
      const date = `${typed.year}-${typed.month.padStart(2, "0")}-${typed.day.padStart(2, "0")}`;
      return given.length === PARTS.length && isValid(parseISO(date))
        ? date
        : refuse(INCOMPLETE_DATE);
    });
}

function fits(typed: string, { digits, least, most }: (typeof PARTS)[number]): boolean {
  if (typed.length > digits || !/^[0-9]+$/.test(typed)) return false;
  return Number(typed) >= least && Number(typed) <= most;
}
