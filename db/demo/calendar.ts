import { isWorkingDay } from "#app/domain/shared/working-days.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Length of the office's working day, in minutes. The day starts at 09:00 UTC. */
export const officeDay = 540;

/**
 * Returns a calendar that counts working days back from today, so that the data always look
 * current, and nothing happens at a weekend or on a bank holiday. Day 0 is today, or the working
 * day before it if today is none; negative days are in the future.
 */
export function officeCalendar(today: Date) {
  const midnight = new Date(today).setUTCHours(0, 0, 0, 0);

  function start(back: number): number {
    let at = midnight;
    while (!isWorkingDay(isoDate(at))) at -= day;
    for (let left = Math.abs(back); left > 0; left -= isWorkingDay(isoDate(at)) ? 1 : 0)
      at += back > 0 ? -day : day;
    return at;
  }

  return {
    today,

    date(back: number): string {
      return isoDate(start(back));
    },

    /** Returns a time on a working day. A time on day 0 is always before now. */
    at(back: number, minutes: number): Date {
      const from = start(back);
      if (from < midnight) return new Date(from + 9 * 60 * minute + minutes * minute);
      const passed = Math.min(today.getTime() - midnight, officeDay * minute);
      return new Date(today.getTime() - passed * (1 - minutes / officeDay));
    },

    /**
     * Returns the dates of past Fridays, newest first. Today counts if it is a Friday after 17:00
     * UTC.
     */
    fridays(count: number): string[] {
      let at = midnight;
      while (new Date(at).getUTCDay() !== 5 || at + 17 * 60 * minute > today.getTime()) at -= day;
      return Array.from({ length: count }, (_, week) => isoDate(at - week * 7 * day));
    },

    daysSince(back: number): number {
      return Math.round((midnight - start(back)) / day);
    },
  };
}

export type Calendar = ReturnType<typeof officeCalendar>;

function isoDate(at: number) {
  return new Date(at).toISOString().slice(0, 10);
}
