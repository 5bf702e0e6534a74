import {
  fileName,
  type Format,
  FORMATS,
  type PropertyInformationOutput,
} from "#app/domain/property-information/output.server.ts";
import { renderPropertyInformation } from "#app/pdf/pdf.server.ts";
import { fileDownload } from "./admin/shared/file-download.server.ts";

/** Returns a file with the property information as a download. */
export async function propertyInformationFile(
  output: PropertyInformationOutput,
  format: Format,
): Promise<Response> {
  const bytes =
    format === "pdf" ? await renderPropertyInformation(output) : Buffer.from(output.json);
  return fileDownload(bytes, { name: fileName(format), media_type: FORMATS[format] });
}
