import { tz } from "@date-fns/tz";
import { addDays, getHours, startOfHour, setHours } from "date-fns";
import { LONDON_ZONE } from "./dates.ts";

/** London hours in which emails that can wait are not sent. */
const QUIET = { from: 20, until: 8 };

const LONDON = { in: tz(LONDON_ZONE) };

/** Returns the time itself, or the next 8:00 in London if it is within quiet hours. */
export function afterQuietHours(moment: Date): Date {
  const hour = getHours(moment, LONDON);
  if (hour >= QUIET.until && hour < QUIET.from) return moment;
  const day = hour < QUIET.until ? moment : addDays(moment, 1, LONDON);
  return new Date(startOfHour(setHours(day, QUIET.until, LONDON), LONDON));
}
