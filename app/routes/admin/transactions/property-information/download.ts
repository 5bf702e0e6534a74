import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isFormat, toOutput } from "#app/domain/property-information/output.server.ts";
import { readPropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { propertyInformationFile } from "#app/routes/property-information-file.server.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../shared/open-record.server.ts";

/** Downloads the answers of a matter for staff, and records the download in the audit log. */
export async function loader({ request, params: { id = "", format = "" } }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "look");
  if (!isFormat(format)) return new Response("File not found", { status: 404 });
  try {
    const output = toOutput(await readPropertyInformation(db, actor, id), "staff");
    const subject = { type: "transaction", id };
    await recordAudit(db, { actor, action: "property_information_downloaded", subject });
    return await propertyInformationFile(output, format);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return new Response(error.message, { status: 404 });
  }
}
