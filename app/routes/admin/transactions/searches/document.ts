import type { LoaderFunctionArgs } from "@remix-run/node";
import { NotFoundError } from "#app/domain/errors.ts";
import { readSearchDocument } from "#app/domain/searches/searches.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { fileDownload } from "../../kit/file-download.ts";

const FAILED = "The document cannot be downloaded. Please try again.";

/** The document of a search, for staff: which is saved (O-004). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request);
  const { id: transaction_id = "", searchId: search_id = "" } = params;
  try {
    const { bytes, file_name } = await readSearchDocument(db, { transaction_id, search_id });
    return fileDownload(bytes, { name: file_name });
  } catch (error) {
    if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
    report(error, { what: FAILED });
    return new Response(FAILED, { status: 500 });
  }
}
