import { shortDay } from "#app/domain/shared/dates.ts";
import { addDays, addWorkingDays, isWorkingDay } from "#app/domain/shared/working-days.ts";

/**
 * Lists the days that staff can choose without typing, each a working day.
 * @param today London’s date, such as "2026-11-30"
 */
export function quickSnoozes(today: string): { value: string; label: string }[] {
  const choices: [string, string][] = [
    ["Next working day", addWorkingDays(today, 1)],
    ["In 3 working days", addWorkingDays(today, 3)],
    ["In a week", workingDayFrom(addDays(today, 7))],
    ["In 2 weeks", workingDayFrom(addDays(today, 14))],
  ];
  const days = new Map<string, string>();
  for (const [label, day] of choices) if (!days.has(day)) days.set(day, label);
  return Array.from(days, ([value, label]) => ({
    value,
    label: `${label} (${shortDay(value, today)})`,
  }));
}

function workingDayFrom(day: string) {
  return isWorkingDay(day) ? day : addWorkingDays(day, 1);
}
