import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { listAddresses } from "#app/forms/address-list.server.ts";
import { consumeLimit } from "#app/limits/limits.server.ts";
import { errorTexts } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";

/** Rate limit of address lookups, each of which costs money. A person who types makes far fewer. */
const LIMIT = { limit: 30, seconds: 60 };

/** Returns suggestions for an address that the person is typing (C-078, V-045, AMB-C17). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { id } = await requireCustomer(request);
  const allowed = await consumeLimit(db, { key: `addresses:${id}`, ...LIMIT });
  if (!allowed.ok) {
    return Response.json(
      { message: errorTexts["too-many"] },
      { status: 429, headers: { "Retry-After": String(allowed.retryAfterSeconds) } },
    );
  }
  const asked = new URL(request.url).searchParams;
  try {
    const found = await listAddresses({
      query: asked.get("query") ?? "",
      country: asked.get("country") || "GB",
      container: asked.get("container") ?? undefined,
    });
    return Response.json(found);
  } catch (error) {
    report(error, { severity: "warning", what: "address search" });
    return Response.json({ message: errorTexts.server }, { status: 502 });
  }
}
