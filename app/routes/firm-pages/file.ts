import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireFirm } from "#app/auth/guards.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import {
  downloadFirmInformation,
  downloadFirmSearch,
  INFORMATION_FILES,
} from "#app/domain/firm-pages/firm-files.server.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { fileDownload } from "../admin/shared/file-download.server.ts";
import { propertyInformationFile } from "../property-information-file.server.ts";

const FAILED = "We couldn’t download the file. Try again in a few minutes";

/** Downloads a file of the firm’s side: the sellers’ answers, or the result of a search. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireFirm(request, params);
  try {
    return await readFile(reader, params.file ?? "");
  } catch (error) {
    if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
    report(error, { what: "send a file to a law firm" });
    return new Response(FAILED, { status: 500 });
  }
}

async function readFile(reader: FirmReader, name: string): Promise<Response> {
  if (name === "property-information.pdf" || name === "property-information.json") {
    const information = await downloadFirmInformation(db, reader);
    return propertyInformationFile(information, INFORMATION_FILES[name]);
  }
  const { bytes, file_name } = await downloadFirmSearch(db, reader, name);
  return fileDownload(bytes, { name: file_name });
}
