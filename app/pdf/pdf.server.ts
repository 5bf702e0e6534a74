/**
 * Functions that render our PDFs. The library that draws PDFs is loaded when the first PDF is
 * rendered, so that a process starts without it.
 */

import type { MatterFacts } from "#app/domain/matter-files/read-matter-file.server.ts";
import type { PropertyInformationOutput } from "#app/domain/property-information/output.server.ts";
import type { RenderReport } from "#app/domain/reports/report.server.ts";
import type { AcceptedTerms } from "#app/domain/terms/accepted-terms.server.ts";

export const renderReport: RenderReport = async (report) =>
  (await import("./report.server.tsx")).renderReport(report);

export async function renderTerms(accepted: AcceptedTerms): Promise<Buffer> {
  return (await import("./terms.server.tsx")).renderTerms(accepted);
}

export async function renderMatterFile(facts: MatterFacts): Promise<Buffer> {
  return (await import("./matter-file.server.tsx")).renderMatterFile(facts);
}

export async function renderPropertyInformation(
  output: PropertyInformationOutput,
): Promise<Buffer> {
  return (await import("./property-information.server.tsx")).renderPropertyInformation(output);
}
