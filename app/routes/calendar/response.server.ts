import { type CalendarEntry, writeCalendar } from "#app/domain/calendar/ics.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";

/** Returns a calendar file with a header that forbids shared caches from storing it. */
export function calendarResponse(
  name: string,
  entries: readonly CalendarEntry[],
  headers: Record<string, string> = {},
): Response {
  return new Response(writeCalendar(name, PRODUCT_NAME, entries), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Cache-Control": "private, no-cache",
      ...headers,
    },
  });
}

export function noCalendar(status = 404, headers: Record<string, string> = {}): Response {
  return new Response(status === 404 ? "This calendar doesn’t exist." : "Too many requests.", {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", ...headers },
  });
}
