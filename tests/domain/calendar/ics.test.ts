import { describe, expect, test } from "vitest";
import { type CalendarEntry, writeCalendar } from "#app/domain/calendar/ics.ts";

const entry: CalendarEntry = {
  uid: "1-buyer-completion@fanlight",
  day: "2026-12-31",
  summary: "Completion: 12 Arch Street",
  description: "The completion date in your contract.",
  url: "http://localhost:3000/dashboard/buy/1",
  sequence: 0,
  is_cancelled: false,
  is_estimate: false,
  changed_at: new Date("2026-06-30T23:30:05.123Z"),
};

const write = (change: Partial<CalendarEntry> = {}) =>
  writeCalendar("Your dates", "Fanlight", [{ ...entry, ...change }]);
/** As a program reads it: folded lines put together again (RFC 5545, 3.1). */
const lines = (file: string) => file.replaceAll("\r\n ", "").split("\r\n");

describe("24.4 a calendar file", () => {
  test("is what RFC 5545 asks for", () => {
    const file = write();
    expect(lines(file)).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Fanlight//Dates//EN",
      "CALSCALE:GREGORIAN",
      "X-WR-CALNAME:Your dates",
      "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
      "X-PUBLISHED-TTL:PT6H",
      "BEGIN:VEVENT",
      "UID:1-buyer-completion@fanlight",
      "DTSTAMP:20260630T233005Z",
      "LAST-MODIFIED:20260630T233005Z",
      "SEQUENCE:0",
      "STATUS:CONFIRMED",
      "DTSTART;VALUE=DATE:20261231",
      "SUMMARY:Completion: 12 Arch Street",
      "DESCRIPTION:The completion date in your contract.",
      "URL:http://localhost:3000/dashboard/buy/1",
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
    expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test("says how often a date has moved, and that it was taken away", () => {
    const file = lines(write({ sequence: 3, is_cancelled: true }));
    expect(file).toContain("SEQUENCE:3");
    expect(file).toContain("STATUS:CANCELLED");
    const estimate = { is_estimate: true };
    expect(lines(write(estimate))).toContain("STATUS:TENTATIVE");
    expect(lines(write({ ...estimate, is_cancelled: true }))).toContain("STATUS:CANCELLED");
  });

  test("a calendar without dates is one", () => {
    expect(writeCalendar("Your dates", "Fanlight", [])).toMatch(/^BEGIN.*\r\nEND:VCALENDAR\r\n$/s);
  });

  test.each([
    ["marks", "1, The; Arch\\Way", "1\\, The\\; Arch\\\\Way"],
    ["lines", "one\ntwo\r\nthree\rfour", "one\\ntwo\\nthree\\nfour"],
    ["control characters", "a\u0000b\u001b\tc", "abc"],
    ["a line that would begin another property", "x\r\nATTENDEE:y", "x\\nATTENDEE:y"],
  ])("escapes %s", (_what, summary, written) => {
    expect(lines(write({ summary }))).toContain(`SUMMARY:${written}`);
  });

  test.each([
    ["letters", "abcdefghij".repeat(20)],
    ["letters of two octets", "é".repeat(100)],
    ["signs of four octets", "🏠".repeat(60)],
    ["what is exactly a line", "a".repeat(75 - "SUMMARY:".length)],
  ])("folds %s at 75 octets, and divides none", (_what, summary) => {
    const file = write({ summary });
    for (const line of file.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain("\ufffd");
    }
    expect(lines(file)).toContain(`SUMMARY:${summary}`);
  });

  test("what fits a line is not folded", () => {
    expect(write({ summary: "a".repeat(75 - "SUMMARY:".length) })).not.toContain("\r\n ");
  });
});
