import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isFormat, toOutput } from "#app/domain/property-information/output.server.ts";
import { readOwnPropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { propertyInformationFile } from "#app/routes/property-information-file.server.ts";
import { db } from "#db/connection.ts";

/** Downloads the answers for any of the sellers, as a PDF or as JSON. */
export async function loader({ request, params: { id = "", format = "" } }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  if (!isFormat(format)) return new Response("File not found", { status: 404 });
  try {
    const info = await readOwnPropertyInformation(db, { id, reader });
    return await propertyInformationFile(toOutput(info, "seller"), format);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return new Response(error.message, { status: 404 });
  }
}
