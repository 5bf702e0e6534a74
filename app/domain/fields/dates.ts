import { tz, TZDate } from "@date-fns/tz";
import { format } from "date-fns";

/**
 * Moments are stored in UTC and shown in London (AMB-F08). A date without a time, as a DATE column holds it, belongs
 * to no zone and is shown as it is.
 */

const LONDON = "Europe/London";
const PLAIN_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

function show(moment: Date | string, pattern: string): string {
  const plain = typeof moment === "string" ? PLAIN_DATE.exec(moment) : null;
  const date = plain
    ? new TZDate(Number(plain[1]), Number(plain[2]) - 1, Number(plain[3]), LONDON)
    : new Date(moment);
  return format(date, pattern, { in: tz(LONDON) });
}

/** "21 Nov 2026 at 09:05" (W-005). */
export const customerDateTime = (moment: Date | string) => show(moment, "d MMM yyyy 'at' HH:mm");

/** "21/11/2026" (W-006). */
export const adminDate = (moment: Date | string) => show(moment, "dd/MM/yyyy");

/** "09:05" (W-006). */
export const adminTime = (moment: Date | string) => show(moment, "HH:mm");

/** "21 November 2026", as in the feed (AMB-F08). */
export const longDate = (moment: Date | string) => show(moment, "d MMMM yyyy");
