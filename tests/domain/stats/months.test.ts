import { describe, expect, test } from "vitest";
import { monthName, shortMonthName, statsMonths } from "#app/domain/stats/months.ts";
import { healthWeek } from "#app/domain/stats/offices.server.ts";

describe("the months of the statistics, in London's calendar (S-002, S-023, AMB-S01)", () => {
  test.each([
    ["in the middle of a month", "2026-11-22T12:00:00Z", ["2026-11", "2026-10", "2026-09"]],
    [
      "on the 31st, after shorter months",
      "2026-03-31T12:00:00Z",
      ["2026-03", "2026-02", "2026-01"],
    ],
    ["after a leap day", "2028-03-01T00:00:00Z", ["2028-03", "2028-02", "2028-01"]],
    ["in January", "2027-01-01T00:00:00Z", ["2027-01", "2026-12", "2026-11"]],
    ["in February", "2027-02-28T23:59:59Z", ["2027-02", "2027-01", "2026-12"]],
    ["at the last moment of a year", "2026-12-31T23:59:59Z", ["2026-12", "2026-11", "2026-10"]],
    [
      "in summer, when a month starts an hour early",
      "2026-06-30T23:00:00Z",
      ["2026-07", "2026-06", "2026-05"],
    ],
    [
      "in summer, just before a month starts",
      "2026-06-30T22:59:59Z",
      ["2026-06", "2026-05", "2026-04"],
    ],
    [
      "two days after summer time starts",
      "2026-03-31T23:00:00Z",
      ["2026-04", "2026-03", "2026-02"],
    ],
    [
      "in October, after summer time ends",
      "2026-10-31T23:30:00Z",
      ["2026-10", "2026-09", "2026-08"],
    ],
  ])(
    "the months of the statistics are the current one and the two before it (%s, at %s): %j",
    (_, now, months) => {
      expect(statsMonths(new Date(now))).toEqual(months);
    },
  );

  test("the months of the statistics have long and short names", () => {
    expect([monthName("2026-01"), shortMonthName("2026-09")]).toEqual(["January 2026", "Sep 2026"]);
  });
});

describe("the stored week, that of the last Friday at 17:00 UTC (S-017)", () => {
  test.each([
    ["at the hour", "2026-11-20T17:00:00Z", "2026-11-20"],
    ["a moment before the hour", "2026-11-20T16:59:59Z", "2026-11-13"],
    ["on the Sunday after", "2026-11-22T12:00:00Z", "2026-11-20"],
    ["on the Thursday after", "2026-11-26T23:59:59Z", "2026-11-20"],
    ["in summer, at the same hour of UTC", "2026-07-03T16:30:00Z", "2026-06-26"],
    ["over the end of a year", "2027-01-01T16:00:00Z", "2026-12-25"],
  ])("the stored week is that of the last Friday at 17:00 UTC (%s, %s): %s", (_, at, week) => {
    expect(healthWeek(new Date(at))).toBe(week);
  });
});
