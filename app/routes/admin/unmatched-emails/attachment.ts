import type { LoaderFunctionArgs } from "@remix-run/node";
import { NotFoundError } from "#app/domain/errors.ts";
import { readAttachment } from "#app/domain/inbound-emails/received-emails.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/actor.server.ts";
import { fileDownload } from "../kit/file-download.ts";

const FAILED = "The attachment cannot be downloaded. Please try again.";

/** A file that came with an email, matched or not, for staff: which is saved. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const place = { email_id: params.id ?? "", position: Number(params.position) };
  try {
    const { bytes, media_type, file_name } = await readAttachment(db, place, { actor });
    return fileDownload(bytes, { name: file_name, media_type });
  } catch (error) {
    if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
    report(error, { what: FAILED });
    return new Response(FAILED, { status: 500 });
  }
}
