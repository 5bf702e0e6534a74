import { sentenceDate } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";

/** Working days that sellers have to answer after their solicitor is assigned. */
const WORKING_DAYS = 10;

/** Text for sellers who don’t have a solicitor yet. */
export const DUE_LATER = `You don’t have to wait for a solicitor. Once you have one, you’ll have ${WORKING_DAYS} working days to finish.`;

/**
 * Returns when the sellers should have answered, such as "by Friday 4 December"; null before they
 * have a solicitor.
 * @param today such as "2026-12-01"
 */
export function propertyInformationDue(
  instructed_on: string | null,
  today: string,
): { text: string; is_late: boolean } | null {
  if (instructed_on === null) return null;
  const due = addWorkingDays(instructed_on, WORKING_DAYS);
  const day = sentenceDate(due, today);
  return due < today
    ? { text: `overdue since ${day}`, is_late: true }
    : { text: `by ${day}`, is_late: false };
}
