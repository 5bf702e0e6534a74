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
  certainty: "set",
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
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "DESCRIPTION:Completion: 12 Arch Street",
      "TRIGGER:-PT15H",
      "END:VALARM",
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
    for (const certainty of ["plan", "estimate"] as const) {
      expect(lines(write({ certainty }))).toContain("STATUS:TENTATIVE");
      expect(lines(write({ certainty, is_cancelled: true }))).toContain("STATUS:CANCELLED");
    }
  });

  test.each([
    ["a Thursday", "2026-12-17", "-PT15H"],
    ["a Monday", "2026-12-14", "-P2DT15H"],
    ["the day after Christmas and its weekend", "2026-12-29", "-P4DT15H"],
  ])("reminds at 9am on the working day before %s (CU-17)", (_what, day, trigger) => {
    expect(lines(write({ day }))).toContain(`TRIGGER:${trigger}`);
  });

  test.each([{ is_cancelled: true }, { certainty: "estimate" as const }])(
    "does not remind of a date that is %j (CU-17)",
    (change) => {
      expect(lines(write(change))).not.toContain("BEGIN:VALARM");
    },
  );

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
    const summary = "a".repeat(75 - "SUMMARY:".length);
    expect(write({ summary, is_cancelled: true })).not.toContain("\r\n ");
  });
});
