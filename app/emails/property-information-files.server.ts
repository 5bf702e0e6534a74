import {
  fileName,
  FORMATS,
  type PropertyInformationOutput,
} from "#app/domain/property-information/output.server.ts";
import { renderPropertyInformation } from "#app/pdf/pdf.server.ts";
import type { EmailFile } from "./email.ts";

/** Returns the files of an email with the sellers’ answers: a PDF, and the same as data. */
export async function attachInformation(output: PropertyInformationOutput): Promise<EmailFile[]> {
  const content = await renderPropertyInformation(output);
  return [
    { name: fileName("pdf"), type: FORMATS.pdf, content },
    { name: fileName("json"), type: FORMATS.json, content: Buffer.from(output.json) },
  ];
}
