import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { documentLink } from "#app/clients/documents.server.ts";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { readReportById, storedReport } from "#app/domain/reports/report.server.ts";
import { readTransactionAddress } from "#app/domain/transactions/read-transaction.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { report as reportError } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { renderReport } from "#app/pdf/pdf.server.ts";
import { db } from "#db/connection.ts";
import { requireActor, pageOrList } from "../../shared/open-record.server.ts";
import { fileDownload } from "../../shared/file-download.server.ts";

const FAILURE = "Failed to get download URL";

/**
 * Redirects to a link from the document store, which is valid for a minute, or sends the file
 * itself (O-032, AMB-O07).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "look");
  const { id: transaction_id = "", reportId = "" } = params;
  try {
    const report = await readReportById(db, actor, { transaction_id, id: reportId });
    const address = await readTransactionAddress(db, actor, transaction_id);
    const { key, bytes } = await storedReport(db, report, { address, render: renderReport });
    const subject = { type: "report", id: reportId };
    await recordAudit(db, { actor, action: "report_downloaded", subject });
    const name = `Property search report ${report.reference}.pdf`;
    const link = await documentLink(key, name);
    return link ? redirect(link) : fileDownload(bytes, { name });
  } catch (error) {
    if (!(error instanceof DomainError)) reportError(error, { what: FAILURE });
    const to = pageOrList(
      transaction_id,
      paths.admin.transactionTab.searches,
      paths.admin.transactions,
    );
    const description = shownMessage(error, FAILURE);
    return redirectWithFlash(to, { kind: "error", title: FAILURE, description });
  }
}
