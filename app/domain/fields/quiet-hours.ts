import { tz } from "@date-fns/tz";
import { addDays, getHours, startOfHour, setHours } from "date-fns";
import { LONDON_ZONE } from "./dates.ts";

/** In London: what can wait is not sent in the evening or at night. */
const QUIET = { from: 20, until: 8 };

const LONDON = { in: tz(LONDON_ZONE) };

/** The moment itself, or 8:00 in London where it is between 20:00 and then. */
export function afterQuietHours(moment: Date): Date {
  const hour = getHours(moment, LONDON);
  if (hour >= QUIET.until && hour < QUIET.from) return moment;
  const day = hour < QUIET.until ? moment : addDays(moment, 1, LONDON);
  return new Date(startOfHour(setHours(day, QUIET.until, LONDON), LONDON));
}
