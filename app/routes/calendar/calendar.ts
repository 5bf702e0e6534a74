import type { LoaderFunctionArgs } from "@remix-run/node";
import { readCalendarLink } from "#app/auth/guards.server.ts";
import { readCalendar } from "#app/domain/calendar/calendar.server.ts";
import { clientIp, consumeLimit } from "#app/limits/limits.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { db } from "#db/connection.ts";
import { calendarResponse, noCalendar } from "./response.server.ts";

/**
 * Rate limit of unknown links per IP address. Valid links do not count, because the people in an
 * office share its IP address.
 */
const WRONG_ADDRESSES = { limit: 20, seconds: 60 * 60 };

/**
 * Serves the dates of a private link to calendar apps. The link needs no session, because calendar
 * apps do not send cookies.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await readCalendarLink(params.token ?? "");
  if (reader)
    return calendarResponse(`${PRODUCT_NAME}: your dates`, await readCalendar(db, reader));
  const consumed = await consumeLimit(db, {
    key: `calendar:${clientIp(request)}`,
    ...WRONG_ADDRESSES,
  });
  if (consumed.ok) return noCalendar();
  return noCalendar(429, { "Retry-After": String(consumed.retryAfterSeconds) });
}
