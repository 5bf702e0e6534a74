import { listReportDocuments, reportRefusal } from "#app/domain/reports/read-documents.server.ts";
import { queueFirstReport, readReport } from "#app/domain/reports/report.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { db } from "#db/connection.ts";
import { REPORT_FAILURE } from "../failures.ts";
import { reportDocumentView, reportView } from "./view.ts";

export type ReportCardData = NonNullable<Awaited<ReturnType<typeof readReportCard>>>;

/**
 * What the report card shows; null when it cannot be read (O-033). Whoever looks sets the first report going, if it is
 * due (AMB-O03). The caller must have checked who it is.
 */
export function readReportCard(transaction_id: string) {
  return nullIfFailed(readCard(transaction_id), { what: REPORT_FAILURE });
}

async function readCard(id: string) {
  await queueFirstReport(db, id, { unlessAsked: true });
  const [report, documents] = await Promise.all([readReport(db, id), listReportDocuments(db, id)]);
  return {
    id,
    report: report && reportView(report),
    documents: documents.filter(({ has_come }) => has_come).map(reportDocumentView),
    refusal: reportRefusal(documents),
  };
}
