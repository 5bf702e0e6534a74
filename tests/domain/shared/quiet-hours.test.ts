import { expect, test } from "vitest";
import { afterQuietHours } from "#app/domain/shared/quiet-hours.ts";

test.each([
  ["a winter day", "2026-11-26T12:00:00Z", "2026-11-26T12:00:00Z"],
  ["a second before the quiet hours start", "2026-11-26T19:59:59Z", "2026-11-26T19:59:59Z"],
  ["as the quiet hours start", "2026-11-26T20:00:00Z", "2026-11-27T08:00:00Z"],
  ["before midnight", "2026-12-31T23:30:00Z", "2027-01-01T08:00:00Z"],
  ["after midnight", "2026-11-26T00:10:00Z", "2026-11-26T08:00:00Z"],
  ["a second before the quiet hours end", "2026-11-26T07:59:59Z", "2026-11-26T08:00:00Z"],
  ["as the quiet hours end", "2026-11-26T08:00:00Z", "2026-11-26T08:00:00Z"],
  ["a summer evening", "2026-07-01T19:00:00Z", "2026-07-02T07:00:00Z"],
  ["a summer morning", "2026-07-01T06:30:00Z", "2026-07-01T07:00:00Z"],
  ["the night when summer time starts", "2026-03-28T21:00:00Z", "2026-03-29T07:00:00Z"],
  ["the night when summer time ends", "2026-10-24T21:00:00Z", "2026-10-25T08:00:00Z"],
])(
  "%s: an email queued at %s is sent at %s, outside the quiet hours of 20:00 to 8:00 in London",
  (_what, moment, expected) => {
    expect(afterQuietHours(new Date(moment))).toEqual(new Date(expected));
  },
);
