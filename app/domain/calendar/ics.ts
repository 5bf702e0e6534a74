import { workingDaysBefore } from "#app/domain/shared/working-days.ts";
import type { Certainty } from "./matter-date.ts";

/** Calendar files (RFC 5545) with all-day events. */

export type CalendarEntry = {
  /** Id of a date of a matter. The id stays the same even if the day changes. */
  uid: string;
  day: string;
  summary: string;
  description: string;
  url: string;
  /** Number of times that the entry was changed, cancelled or restored. */
  sequence: number;
  is_cancelled: boolean;
  certainty: Certainty;
  changed_at: Date;
};

/**
 * Returns the text of a calendar file. `name` is the name that calendar apps show for the calendar.
 */
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

/**
 * Returns a reminder at 9am on the previous working day; nothing for a cancelled or estimated date.
 */
function alarmLines({ day, summary, is_cancelled, certainty }: CalendarEntry): string[] {
  if (is_cancelled || certainty === "estimate") return [];
  const days = (Date.parse(day) - Date.parse(workingDaysBefore(day, 1))) / DAY_MS;
  return [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${text(summary)}`,
    // The trigger counts back from midnight at the start of the day, which is 15 hours after 9am on
    // the day before.
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
    // Show the person as free on that day.
    "TRANSP:TRANSPARENT",
    ...alarmLines(entry),
    "END:VEVENT",
  ];
}

/** Escapes a TEXT value (RFC 5545, 3.3.11). Newline is the only control character allowed. */
function text(value: string): string {
  return value
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, "")
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll("\n", "\\n");
}

const MAX_OCTETS = 75;

/**
 * Folds lines at 75 octets (RFC 5545, 3.1). Continuation lines start with a space. Never splits a
 * character.
 */
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
