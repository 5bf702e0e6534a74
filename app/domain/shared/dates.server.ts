import { tz } from "@date-fns/tz";
import { format, isValid, parseISO } from "date-fns";
import { sql } from "kysely";
import { z } from "zod";
import { LONDON_ZONE, monthNumber } from "./dates.ts";
import {
  INCOMPLETE_DATE,
  INVALID_DAY,
  INVALID_MONTH,
  INVALID_TIMESTAMP,
  INVALID_YEAR,
  YEAR_TOO_EARLY,
} from "./messages.ts";

const LONDON = tz(LONDON_ZONE);

/**
 * Formats a time in London’s time zone with a date-fns pattern. Only for data: people see the
 * formats in dates.ts.
 */
export function formatInLondon(moment: Date, pattern: string): string {
  return format(moment, pattern, { in: LONDON });
}

export const londonToday = sql<string>`(now() at time zone ${sql.lit(LONDON_ZONE)})::date`;

/**
 * Returns the schema of a timestamp from us or from a vendor, such as "2026-11-21T09:05:00.000Z"
 * (V-034).
 */
export function isoTimestamp() {
  return z.iso.datetime({ error: INVALID_TIMESTAMP });
}

/**
 * Checks of the day, month and year of a typed date, in the order of the page. Each returns the
 * error or null (V-035 to V-038).
 */
const PARTS = {
  day: (typed: string) => (isNumberTo(31, typed) ? null : INVALID_DAY),
  month: (typed: string) => (isNumberTo(12, typed) ? null : INVALID_MONTH),
  year: (typed: string) => {
    if (!/^[0-9]{4,}$/.test(typed)) return INVALID_YEAR;
    return Number(typed) < 1900 ? YEAR_TOO_EARLY : null;
  },
};

const typedPart = z
  .string({ error: INCOMPLETE_DATE })
  .nullish()
  .transform((typed) => typed?.trim() ?? "");
const typedMonth = typedPart.transform((typed) => monthNumber(typed) ?? typed);

/**
 * Returns the schema of a date that is typed in three inputs. The result is a date such as
 * "2026-11-21", or null if all three are empty. The month may be a word. A day, month or year out
 * of range gets its own error (V-035 to V-038); an incomplete or impossible date gets one error
 * (K-073, AMB-K04).
 */
export function dateInput() {
  return z
    .object({ day: typedPart, month: typedMonth, year: typedPart })
    .transform((typed, context) => {
      const refuse = (message: string, ...path: string[]) => {
        context.addIssue({ code: "custom", message, path });
        return z.NEVER;
      };
      const { day, month, year } = typed;
      if (day + month + year === "") return null;
      const wrong = (["day", "month", "year"] as const).flatMap((name) => {
        const message = typed[name] === "" ? null : PARTS[name](typed[name]);
        return message === null ? [] : { name, message };
      });
      for (const { name, message } of wrong) refuse(message, name);
      if (wrong.length > 0) return z.NEVER;
      const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
      const isWhole = day !== "" && month !== "" && year.length === 4;
      return isWhole && isValid(parseISO(date)) ? date : refuse(INCOMPLETE_DATE);
    });
}

function isNumberTo(most: number, typed: string): boolean {
  return /^[0-9]{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most;
}
