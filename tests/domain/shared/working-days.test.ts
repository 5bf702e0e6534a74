import { describe, expect, test } from "vitest";
import {
  addWorkingDays,
  isWorkingDay,
  workingDaysBefore,
  workingDaysBetween,
} from "#app/domain/shared/working-days.ts";

const YEARS = Array.from({ length: 2034 - 2019 + 1 }, (_, index) => 2019 + index);

describe("bank holidays of England and Wales", () => {
  test.each(YEARS)(
    "the bank holidays of %i are the statutory and proclaimed ones (Banking and Financial Dealings Act 1971)",
    (year) => {
      const seen = weekdaysOf(year).filter((day) => !isWorkingDay(day));
      expect(seen).toEqual(byTheAct(year));
    },
  );

  // These dates are listed on GOV.UK.
  test.each([
    [2026, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"],
    [2027, "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28"],
    [2028, "01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26"],
  ])("the holidays of %i are those that the government lists", (year, days) => {
    const seen = weekdaysOf(year).filter((day) => !isWorkingDay(day));
    expect(seen).toEqual(days.split(" ").map((day) => `${year}-${day}`));
  });
});

test.each([
  ["a Friday", "2026-11-27", 1, "2026-11-30"],
  ["none", "2026-11-28", 0, "2026-11-28"],
  ["a Saturday", "2026-11-28", 1, "2026-11-30"],
  ["Christmas and its substitute day", "2026-12-24", 1, "2026-12-29"],
  ["New Year", "2026-12-31", 1, "2027-01-04"],
  ["Easter", "2027-03-25", 1, "2027-03-30"],
  ["the start of summer time", "2027-03-25", 3, "2027-04-01"],
  ["the end of summer time", "2026-10-23", 1, "2026-10-26"],
  ["four weeks over Christmas", "2026-12-14", 20, "2027-01-14"],
  ["after the last known year", "2035-12-24", 1, "2035-12-25"],
])("working days are added (%s): %s plus %i is %s", (_what, from, count, expected) => {
  expect(addWorkingDays(from, count)).toBe(expected);
});

test.each([
  ["2026-12-18", 2, "2026-12-16"],
  ["2026-11-30", 1, "2026-11-27"],
  ["2026-11-29", 1, "2026-11-27"],
  ["2026-12-29", 2, "2026-12-23"],
  ["2027-03-30", 2, "2027-03-24"],
])("working days are subtracted: %s minus %i is %s", (to, count, expected) => {
  expect(workingDaysBefore(to, count)).toBe(expected);
});

test.each([
  ["2026-11-27", "2026-11-30", 1],
  ["2026-11-27", "2026-11-29", 0],
  ["2026-11-28", "2026-11-30", 1],
  ["2026-11-30", "2026-11-30", 0],
  ["2026-12-01", "2026-11-30", 0],
  ["2026-12-24", "2026-12-29", 1],
  ["2026-12-14", "2027-01-14", 20],
  ["no day", "2026-11-30", 0],
])("the number of working days from %s to %s is %i", (from, to, expected) => {
  expect(workingDaysBetween(from, to)).toBe(expected);
});

test("the count of working days over sixteen years equals a count day by day", () => {
  const each = YEARS.flatMap(daysOf).filter(isWorkingDay);
  expect(workingDaysBetween("2018-12-31", "2034-12-31")).toBe(each.length);
});

test("the count of working days equals the number that was added, from every day of a year", () => {
  for (const from of daysOf(2026)) {
    for (const count of [1, 7, 23, 260]) {
      expect(workingDaysBetween(from, addWorkingDays(from, count)), `${from} ${count}`).toBe(count);
    }
  }
});

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

const weekday = (text: string) => new Date(text).getUTCDay();

function daysOf(year: number) {
  const days = Array.from({ length: 366 }, (_, index) => day(year, 1, index + 1));
  return days.filter((text) => text.startsWith(String(year)));
}

const weekdaysOf = (year: number) => daysOf(year).filter((text) => weekday(text) % 6 !== 0);

/** Returns statutory holidays, New Year's Day, Good Friday, and proclaimed and moved holidays. */
function byTheAct(year: number): string[] {
  const proclaimed: Record<number, { moved?: Record<string, string>; added?: string[] }> = {
    2020: { moved: { "2020-05-04": "2020-05-08" } },
    2022: { moved: { "2022-05-30": "2022-06-02" }, added: ["2022-06-03", "2022-09-19"] },
    2023: { added: ["2023-05-08"] },
  };
  const { moved = {}, added = [] } = proclaimed[year] ?? {};
  const fixed = [
    fromWeekday(day(year, 1, 1)),
    shifted(easter(year), -2),
    shifted(easter(year), 1),
    mondayFrom(day(year, 5, 1)),
    mondayFrom(day(year, 5, 25)),
    mondayFrom(day(year, 8, 25)),
    ...christmas(year),
  ];
  return [...fixed.map((text) => moved[text] ?? text), ...added].toSorted();
}

const shifted = (text: string, days: number) =>
  new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);

const mondayFrom = (text: string): string =>
  weekday(text) === 1 ? text : mondayFrom(shifted(text, 1));

const fromWeekday = (text: string): string =>
  weekday(text) % 6 === 0 ? fromWeekday(shifted(text, 1)) : text;

function christmas(year: number): [string, string] {
  const [first, second] = [day(year, 12, 25), day(year, 12, 26)];
  switch (weekday(first)) {
    case 5:
      return [first, shifted(second, 2)];
    case 6:
      return [shifted(first, 2), shifted(second, 2)];
    case 0:
      return [second, shifted(first, 2)];
    default:
      return [first, second];
  }
}

/** Returns Easter Sunday by the anonymous Gregorian computus. */
function easter(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const n = h + l - 7 * m;
  const month = Math.floor((n + 90) / 25);
  return day(year, month, (n + 33 * month + 19) % 32);
}
