import { tz } from "@date-fns/tz";
import { addDays, getHours, startOfHour, setHours } from "date-fns";
import { LONDON_ZONE } from "./dates.ts";

/** Hours in London between which we do not send emails that can wait. */
const QUIET = { from: 20, until: 8 };

const LONDON = { in: tz(LONDON_ZONE) };

/** Returns the time itself if it is outside quiet hours, otherwise the next 8:00 in London. */
export function afterQuietHours(moment: Date): Date {
  const hour = getHours(moment, LONDON);
  if (hour >= QUIET.until && hour < QUIET.from) return moment;
  const day = hour < QUIET.until ? moment : addDays(moment, 1, LONDON);
  return new Date(startOfHour(setHours(day, QUIET.until, LONDON), LONDON));
}
