import { workingDaysBefore } from "#app/domain/fields/working-days.ts";
import type { Certainty } from "./matter-date.ts";

/** Calendars as RFC 5545 has them: days without a time, for any calendar program. */

export type CalendarEntry = {
  /** The same for the same date of the same matter, wherever it moves. */
  uid: string;
  /** "2026-11-21" */
  day: string;
  summary: string;
  description: string;
  url: string;
  /** How often it has moved, been taken away or come back. */
  sequence: number;
  is_cancelled: boolean;
  certainty: Certainty;
  changed_at: Date;
};

/** A calendar file. `name` is what programs call the calendar. */
export function writeCalendar(
  name: string,
  product: string,
  entries: readonly CalendarEntry[],
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${text(product)}//Dates//EN`,
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${text(name)}`,
    // How often a program should ask again.
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...entries.flatMap(eventLines),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function statusOf({ is_cancelled, certainty }: CalendarEntry) {
  if (is_cancelled) return "CANCELLED";
  return certainty === "set" ? "CONFIRMED" : "TENTATIVE";
}

const DAY_MS = 86_400_000;

/** Reminds at 9am on the working day before, as long as the date holds. */
function alarmLines({ day, summary, is_cancelled, certainty }: CalendarEntry): string[] {
  if (is_cancelled || certainty === "estimate") return [];
  const days = (Date.parse(day) - Date.parse(workingDaysBefore(day, 1))) / DAY_MS;
  return [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${text(summary)}`,
    // Midnight at the beginning of the date is 15 hours after 9am.
    `TRIGGER:-P${days > 1 ? `${days - 1}D` : ""}T15H`,
    "END:VALARM",
  ];
}

function eventLines(entry: CalendarEntry): string[] {
  const moment = entry.changed_at.toISOString().replace(/[-:]|\.\d+/g, "");
  return [
    "BEGIN:VEVENT",
    `UID:${text(entry.uid)}`,
    `DTSTAMP:${moment}`,
    `LAST-MODIFIED:${moment}`,
    `SEQUENCE:${entry.sequence}`,
    `STATUS:${statusOf(entry)}`,
    `DTSTART;VALUE=DATE:${entry.day.replaceAll("-", "")}`,
    `SUMMARY:${text(entry.summary)}`,
    `DESCRIPTION:${text(entry.description)}`,
    `URL:${entry.url}`,
    // The day is not taken up by it.
    "TRANSP:TRANSPARENT",
    ...alarmLines(entry),
    "END:VEVENT",
  ];
}

/** A value of type TEXT (3.3.11): no control character but the end of a line can stand in it. */
function text(value: string): string {
  return value
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, "")
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll("\n", "\\n");
}

const MAX_OCTETS = 75;

/** Lines of at most 75 octets (3.1): what follows begins with a space, and no character is divided. */
function fold(line: string): string {
  const folded: string[] = [];
  let piece = "";
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > MAX_OCTETS) {
      folded.push(piece);
      piece = " ";
      octets = 1;
    }
    piece += character;
    octets += more;
  }
  return [...folded, piece].join("\r\n");
}
