import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  adminDate,
  adminTime,
  customerDate,
  customerMoment,
  dayInWords,
  hoursAgo,
  longDate,
  sentenceDate,
} from "#app/domain/shared/dates.ts";
import { dateInput, isoTimestamp } from "#app/domain/shared/dates.server.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

describe("dates and times in London (W-006, J-056, AMB-F08)", () => {
  test.each([
    // Columns: stored, admin date, admin time, long date.
    ["2026-11-21T09:05:00.000Z", "21/11/2026", "09:05", "21 November 2026"],
    ["2026-07-01T09:05:00.000Z", "01/07/2026", "10:05", "1 July 2026"],
    ["2026-06-30T23:30:00.000Z", "01/07/2026", "00:30", "1 July 2026"],
    ["2026-12-31T23:59:59.999Z", "31/12/2026", "23:59", "31 December 2026"],
    ["2026-03-29T00:59:00.000Z", "29/03/2026", "00:59", "29 March 2026"],
    ["2026-03-29T01:00:00.000Z", "29/03/2026", "02:00", "29 March 2026"],
    ["2026-09-05T12:00:00+01:00", "05/09/2026", "12:00", "5 September 2026"],
  ])(
    "the moment %s is formatted for staff in London time as “%s”, “%s” and “%s”",
    (stored, date, time, long) => {
      for (const moment of [stored, new Date(stored)]) {
        expect(adminDate(moment)).toBe(date);
        expect(adminTime(moment)).toBe(time);
        expect(longDate(moment)).toBe(long);
      }
    },
  );

  test.each([
    ["2026-11-21", "21/11/2026", "21 November 2026"],
    ["2026-07-01", "01/07/2026", "1 July 2026"],
    ["1900-01-01", "01/01/1900", "1 January 1900"],
  ])(
    "the DATE column value %s is formatted without a time zone as “%s” and “%s”",
    (date, admin, long) => {
      expect(adminDate(date)).toBe(admin);
      expect(longDate(date)).toBe(long);
    },
  );

  test("dates and times do not depend on the time zone of the machine", () => {
    for (const zone of ["America/Los_Angeles", "Pacific/Kiritimati"]) {
      const before = process.env.TZ;
      process.env.TZ = zone;
      try {
        expect(adminDate("2026-07-01")).toBe("01/07/2026");
        expect(adminTime("2026-06-30T23:30:00.000Z")).toBe("00:30");
      } finally {
        if (before === undefined) delete process.env.TZ;
        else process.env.TZ = before;
      }
    }
  });
});

describe("dates and times for customers (W-005, AMB-F08)", () => {
  test.each([
    ["2026-11-05T09:05:00.000Z", "5 Nov 2026", "5 Nov 2026 at 09:05"],
    ["2026-06-30T23:30:00+00:00", "1 Jul 2026", "1 Jul 2026 at 00:30"],
  ])("the moment %s is formatted for customers as “%s” and “%s”", (stored, date, moment) => {
    expect(customerDate(stored)).toBe(date);
    expect(customerMoment(new Date(stored))).toBe(moment);
  });
});

test("the names of all months are written in full, with the weekday", () => {
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, month + 1)));
  expect(days.map(dayInWords)).toEqual([
    "Thursday 1 January 2026",
    "Monday 2 February 2026",
    "Tuesday 3 March 2026",
    "Saturday 4 April 2026",
    "Tuesday 5 May 2026",
    "Saturday 6 June 2026",
    "Tuesday 7 July 2026",
    "Saturday 8 August 2026",
    "Wednesday 9 September 2026",
    "Saturday 10 October 2026",
    "Wednesday 11 November 2026",
    "Saturday 12 December 2026",
  ]);
  expect(customerDate("2026-09-09")).toBe("9 Sep 2026");
});

describe("an ISO timestamp (V-034)", () => {
  test.each(["2026-11-21T09:05:00.000Z", "2026-11-21T09:05:00Z"])(
    "the timestamp %s is accepted",
    (written) => {
      expect(isoTimestamp().parse(written)).toBe(written);
    },
  );

  test.each([
    "",
    "2026-11-21",
    "21/11/2026",
    "2026-02-30T09:05:00Z",
    "yesterday",
    1763715900,
    null,
  ])("the timestamp %j is rejected", (written) => {
    const { error } = isoTimestamp().safeParse(written);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "Invalid date. Enter it like 2026-11-21T09:05:00Z",
    ]);
  });
});

describe("relative times, by London's days (J-055, J-056, AMB-J08)", () => {
  test.each([
    // Columns: moment, now, text.
    ["2026-11-20T09:00:00Z", "2026-11-20T09:00:00Z", "0 hours ago"],
    ["2026-11-20T09:00:00Z", "2026-11-20T09:59:59Z", "0 hours ago"],
    ["2026-11-20T09:00:00Z", "2026-11-20T10:00:00Z", "1 hour ago"],
    ["2026-11-20T09:00:00Z", "2026-11-20T12:30:00Z", "3 hours ago"],
    ["2026-11-20T00:00:00Z", "2026-11-20T23:59:59Z", "23 hours ago"],
    ["2026-11-19T23:59:59Z", "2026-11-20T00:00:00Z", "19 November 2026"],
    // Midnight in London is 23:00 in UTC.
    ["2026-06-30T23:10:00Z", "2026-07-01T08:00:00Z", "8 hours ago"],
    ["2026-06-30T22:50:00Z", "2026-07-01T08:00:00Z", "30 June 2026"],
    ["2026-11-20T09:00:01Z", "2026-11-20T09:00:00Z", "0 hours ago"],
    ["2025-11-20T09:00:00Z", "2026-11-20T09:00:00Z", "20 November 2025"],
  ])("the moment %s, seen at %s, is shown as %s", (moment, now, said) => {
    expect(hoursAgo(new Date(moment), new Date(now))).toBe(said);
  });
});

describe("a date of three inputs (V-035 to V-038, K-073, AMB-K04)", () => {
  const form = z.object({ date: dateInput() });
  const typed = (day: string, month: string, year: string) =>
    typedForm(form, { "date.day": day, "date.month": month, "date.year": year });
  const DAY = "Day must be between 1 and 31";
  const MONTH = "Month must be between 1 and 12";
  const YEAR = "Year must be greater than 1900";
  const DIGITS = "Year must be greater than 1900. Enter four digits, like 2026";
  const WHOLE = "Please enter a valid date or clear all date fields";

  test.each([
    ["21", "11", "2026", "2026-11-21"],
    ["1", "2", "2026", "2026-02-01"],
    ["01", "02", "2026", "2026-02-01"],
    [" 1 ", "2", "2026", "2026-02-01"],
    ["31", "12", "9999", "9999-12-31"],
    ["1", "1", "1900", "1900-01-01"],
    ["29", "2", "2028", "2028-02-29"],
    // The month can also be a word (IN-13).
    ["1", "Feb", "2026", "2026-02-01"],
    ["1", "JAN", "2026", "2026-01-01"],
    ["1", "sept.", "2026", "2026-09-01"],
    ["31", " December ", "2026", "2026-12-31"],
    ["1", "Mar", "2026", "2026-03-01"],
    ["1", "may", "2026", "2026-05-01"],
    ["1", "Jul", "2026", "2026-07-01"],
    ["", "", "", null],
    [" ", "", "", null],
  ])("the date %j %j %j is parsed as %s", (day, month, year, date) => {
    expect(typed(day, month, year)).toEqual({ value: { date } });
  });

  test("a missing date is parsed as null", () => {
    expect(typedForm(form, {})).toEqual({ value: { date: null } });
  });

  test.each([
    ["0", "1", "2026", { "date.day": [DAY] }],
    ["32", "1", "2026", { "date.day": [DAY] }],
    ["-1", "1", "2026", { "date.day": [DAY] }],
    ["1.5", "1", "2026", { "date.day": [DAY] }],
    ["012", "1", "2026", { "date.day": [DAY] }],
    ["x", "1", "2026", { "date.day": [DAY] }],
    ["1", "0", "2026", { "date.month": [MONTH] }],
    ["1", "13", "2026", { "date.month": [MONTH] }],
    ["1", "Ja", "2026", { "date.month": [MONTH] }],
    ["1", "Febtober", "2026", { "date.month": [MONTH] }],
    ["1", "Feb 2", "2026", { "date.month": [MONTH] }],
    ["1", "x".repeat(100_000), "2026", { "date.month": [MONTH] }],
    ["1", "001", "2026", { "date.month": [MONTH] }],
    ["1", "1", "1899", { "date.year": [YEAR] }],
    ["1", "1", "26", { "date.year": [DIGITS] }],
    ["1", "1", "’26", { "date.year": [DIGITS] }],
    ["1", "1", "1e309", { "date.year": [DIGITS] }],
    ["1", "1", "20026", { date: [WHOLE] }],
    ["1", "1", "02026", { date: [WHOLE] }],
    ["32", "1", "20026", { "date.day": [DAY] }],
    ["1", "1", "9".repeat(100_000), { date: [WHOLE] }],
    ["32", "13", "1899", { "date.day": [DAY], "date.month": [MONTH], "date.year": [YEAR] }],
    ["32", "", "", { "date.day": [DAY] }],
    ["21", "", "", { date: [WHOLE] }],
    ["", "11", "2026", { date: [WHOLE] }],
    ["31", "2", "2026", { date: [WHOLE] }],
    ["29", "2", "2026", { date: [WHOLE] }],
    ["31", "11", "2026", { date: [WHOLE] }],
  ])("the date %j %j %j is rejected", (day, month, year, errors) => {
    expect(typed(day, month, year)).toEqual({ errors });
  });

  test.each(HOSTILE)("a malformed date has no value and does not throw (%#)", (value) => {
    expect(
      dateInput().safeParse({ day: value, month: value, year: value }).data ?? null,
    ).toBeNull();
    expect(dateInput().safeParse(value).data ?? null).toBeNull();
  });
});

test.each([
  ["2026-12-04", "Friday 4 December"],
  ["2027-01-15", "Friday 15 January"],
  ["2027-10-27", "Wednesday 27 October"],
  ["2027-10-28", "Thursday 28 October 2027"],
  ["2025-12-29", "Monday 29 December"],
  ["2025-12-28", "Sunday 28 December 2025"],
])(
  "the date %s is written in a sentence as “%s”, with the year only if it is at least 11 months away",
  (day, text) => {
    expect(sentenceDate(day, "2026-11-28")).toBe(text);
  },
);
