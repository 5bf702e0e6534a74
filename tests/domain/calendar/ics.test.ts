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
const lines = (file: string) => file.replaceAll("\r\n ", "").split("\r\n");

describe("a calendar file", () => {
  test("a calendar file follows RFC 5545", () => {
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

  test("a calendar file contains the sequence number and the status of an event", () => {
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
  ])(
    "a calendar file sets a reminder at 9am on the working day before %s (CU-17)",
    (_what, day, trigger) => {
      expect(lines(write({ day }))).toContain(`TRIGGER:${trigger}`);
    },
  );

  test.each([{ is_cancelled: true }, { certainty: "estimate" as const }])(
    "a calendar file sets no reminder for an event with %j (CU-17)",
    (change) => {
      expect(lines(write(change))).not.toContain("BEGIN:VALARM");
    },
  );

  test("a calendar file is valid without any dates", () => {
    expect(writeCalendar("Your dates", "Fanlight", [])).toMatch(/^BEGIN.*\r\nEND:VCALENDAR\r\n$/s);
  });

  test.each([
    ["marks", "1, The; Arch\\Way", "1\\, The\\; Arch\\\\Way"],
    ["lines", "one\ntwo\r\nthree\rfour", "one\\ntwo\\nthree\\nfour"],
    ["control characters", "a\u0000b\u001b\tc", "abc"],
    ["a line break that would start a new property", "x\r\nATTENDEE:y", "x\\nATTENDEE:y"],
  ])("a calendar file escapes %s", (_what, summary, written) => {
    expect(lines(write({ summary }))).toContain(`SUMMARY:${written}`);
  });

  test.each([
    ["letters", "abcdefghij".repeat(20)],
    ["two-octet letters", "é".repeat(100)],
    ["four-octet characters", "🏠".repeat(60)],
    ["a text of exactly one line", "a".repeat(75 - "SUMMARY:".length)],
  ])("a calendar file folds %s at 75 octets without splitting a character", (_what, summary) => {
    const file = write({ summary });
    for (const line of file.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain("\ufffd");
    }
    expect(lines(file)).toContain(`SUMMARY:${summary}`);
  });

  test("a calendar file does not fold a line that fits", () => {
    const summary = "a".repeat(75 - "SUMMARY:".length);
    expect(write({ summary, is_cancelled: true })).not.toContain("\r\n ");
  });
});
