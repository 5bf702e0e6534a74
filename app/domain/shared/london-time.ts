import { TZDate } from "@date-fns/tz";
import { LONDON_ZONE } from "./dates.ts";

/**
 * Returns a time of a day in London as a moment.
 * @param day such as "2026-11-30"
 * @param time such as "17:30"
 */
export function londonTime(day: string, time = "00:00"): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return new Date(new TZDate(year, month - 1, date, hours, minutes, LONDON_ZONE).getTime());
}
