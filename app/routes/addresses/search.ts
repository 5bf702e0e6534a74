import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { listAddresses } from "#app/forms/address-list.server.ts";
import { takeOneTurn } from "#app/limits/limits.server.ts";
import { errorTexts } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";

/** A person who types reaches this by far less; who asks more often pays nothing and costs us. */
const LIMIT = { limit: 30, seconds: 60 };

/** Suggestions while an address is typed (C-078, V-045, AMB-C17); without scripts the form itself asks. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { id } = await requireCustomer(request);
  const allowed = await takeOneTurn(db, { key: `addresses:${id}`, ...LIMIT });
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
