import { addWorkingDays } from "#app/domain/shared/working-days.ts";

/** Working days that sellers have to answer after their solicitor is assigned. */
const WORKING_DAYS = 10;

/**
 * Returns the day by which the sellers should have answered, such as "2026-12-04"; null before they
 * have a solicitor, and once the day is over.
 */
export function propertyInformationDue(instructed_on: string | null, today: string): string | null {
  const due = instructed_on && addWorkingDays(instructed_on, WORKING_DAYS);
  return due && due >= today ? due : null;
}
