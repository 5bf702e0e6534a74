import { tz } from "@date-fns/tz";
import { getHours, getMinutes } from "date-fns";
import { LONDON_ZONE, londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { addWorkingDays, isWorkingDay } from "#app/domain/shared/working-days.ts";

/** Office hours on working days in London, in minutes after midnight. */
const OFFICE = { opens: 9 * 60, closes: 17 * 60 + 30 };

const LONDON = { in: tz(LONDON_ZONE) };

/**
 * Returns when a message must be answered: at the same time on the next working day. A message
 * that arrives outside office hours counts as one from the next opening, at 9am.
 */
export function answerBy(asked_at: Date): Date {
  const { day, minutes } = inOfficeHours(asked_at);
  return momentOf(addWorkingDays(day, 1), minutes);
}

function inOfficeHours(moment: Date): { day: string; minutes: number } {
  const day = londonDay(moment);
  const minutes = getHours(moment, LONDON) * 60 + getMinutes(moment, LONDON);
  if (isWorkingDay(day) && minutes < OFFICE.opens) return { day, minutes: OFFICE.opens };
  if (isWorkingDay(day) && minutes < OFFICE.closes) return { day, minutes };
  return { day: addWorkingDays(day, 1), minutes: OFFICE.opens };
}

/** Returns the time on a day in London. `minutes` are counted from midnight. */
function momentOf(day: string, minutes: number): Date {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const clock = [hours, rest].map((part) => String(part).padStart(2, "0")).join(":");
  const asUtc = new Date(`${day}T${clock}:00Z`);
  const shift = getHours(asUtc, LONDON) - hours;
  return new Date(asUtc.getTime() - shift * 3_600_000);
}

/** Returns "Tuesday 24 November, 9.40am" for a moment. */
export function answerByText(moment: Date | string): string {
  return `${sentenceDate(moment, londonDay(new Date()))}, ${clockTime(moment)}`;
}

/** Returns "9.40am" or "5pm", for sentences. */
export function clockTime(moment: Date | string): string {
  const [hours, minutes] = [getHours(moment, LONDON), getMinutes(moment, LONDON)];
  const rest = minutes === 0 ? "" : `.${String(minutes).padStart(2, "0")}`;
  return `${hours % 12 || 12}${rest}${hours < 12 ? "am" : "pm"}`;
}

/** Returns the first day on which a customer can ask for an update again. */
export function nextUpdateDay(asked_at: Date): string {
  return addWorkingDays(londonDay(asked_at), 1);
}
