import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readReportToShare, shareReport } from "#app/domain/reports/shared-report.server.ts";
import { requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../kit/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../kit/confirm-page.server.ts";
import { pageOrList } from "../../kit/open-record.server.ts";
import { REPORT_FAILURE } from "../failures.ts";
import { namesInSentence } from "../names-in-sentence.ts";

const TITLE = "Share report with buyer";

export const handle: LayoutHandle = { part: TITLE };

/** Whose page the report goes on, and who is emailed; or why it cannot be shared (CU-5). */
const server = confirmPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    requireTransactionId(id);
    const { report, refusal, buyers } = await readReportToShare(db, actor, id);
    return {
      refusal,
      reference: report?.reference ?? "",
      buyers: buyers.length > 0 ? namesInSentence(buyers) : null,
      confirmed: { report_id: report?.id ?? "" },
    };
  },
  confirmed: z.object({ report_id: hidden.text() }),
  title: () => TITLE,
  failure: REPORT_FAILURE,
  back: (id) => pageOrList(id, paths.admin.transactionTab.searches, paths.admin.transactions),
  opener: () => "share-report",
  form: (id) => `share-report ${id}`,
  run: (trx, { report_id }, { actor }, id) => shareReport(trx, id, { actor, report_id }),
  words: {
    done: {
      title: "Report shared",
      description: "It’s on the buyer’s page. You can withdraw it.",
    },
    failed: "Report not shared",
    failure: "There was an error while sharing the report",
  },
});
export const loader = server.loader;
export const action = server.action;

export default function ShareReport() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Share report">
      {({ reference, buyers }) => (
        <>
          <p>
            Share {reference} only after you’ve read it and the search results. It’ll be on the
            buyer’s page, with your name and the time on the timeline here.
          </p>
          <p>
            {buyers ? (
              <>
                We’ll email <strong>{buyers}</strong> that the report is ready, unless they’ve
                turned off emails about searches.
              </>
            ) : (
              "No purchase intent is active, so no emails are sent. The next active buyer will see the report on their page."
            )}{" "}
            You can withdraw the report, but not the email.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
