import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { readCalendar } from "#app/domain/calendar/calendar.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { db } from "#db/connection.ts";
import { calendarResponse, noCalendar } from "../calendar/response.server.ts";

export async function loader({ request, params: { role, id, kind } }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const side = role === "sell" ? "seller" : "buyer";
  const entry = (await readCalendar(db, reader)).find(
    (each) => each.transaction_id === id && each.side === side && each.kind === kind,
  );
  if (!entry || entry.is_cancelled) return noCalendar();
  return calendarResponse(PRODUCT_NAME, [entry], {
    "Cache-Control": "no-store",
    "Content-Disposition": `attachment; filename="${entry.kind}.ics"`,
  });
}
