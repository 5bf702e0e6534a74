import { NOT_YET, queueFirstReport } from "#app/domain/reports/generate-report.server.ts";
import { canGenerateReport, readReport } from "#app/domain/reports/read-report.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { db } from "#db/connection.ts";
import { FETCH_FAILURE } from "./failure.ts";
import { reportView } from "./view.ts";

export type ReportCardData = NonNullable<Awaited<ReturnType<typeof readReportCard>>>;

/**
 * What the report card shows; null when it cannot be read (O-033). Whoever looks sets the first report going, if it is
 * due (AMB-O03). The caller must have checked who it is.
 */
export function readReportCard(transaction_id: string) {
  return nullIfFailed(readCard(transaction_id), { what: FETCH_FAILURE });
}

async function readCard(id: string) {
  await queueFirstReport(db, id);
  const [report, can] = await Promise.all([readReport(db, id), canGenerateReport(db, id)]);
  return { id, report: report && reportView(report), refusal: can ? null : NOT_YET };
}
