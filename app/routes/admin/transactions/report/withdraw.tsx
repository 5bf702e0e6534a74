import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readSharing, withdrawReport } from "#app/domain/reports/shared-report.server.ts";
import { requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../kit/confirm-dialog.tsx";
import { confirmPage } from "../../kit/confirm-page.server.ts";
import { pageOrList } from "../../kit/open-record.server.ts";
import { REPORT_FAILURE } from "../failures.ts";

const TITLE = "Withdraw report from buyer";

export const handle: LayoutHandle = { part: TITLE };

/** Which report goes off the buyer’s page (CU-5). */
const server = confirmPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    requireTransactionId(id);
    const sharing = await readSharing(db, actor, id);
    return {
      refusal: sharing ? null : "No report is shared with the buyer.",
      reference: sharing?.reference ?? "",
      confirmed: {},
    };
  },
  confirmed: z.object({}),
  title: () => TITLE,
  failure: REPORT_FAILURE,
  back: (id) => pageOrList(id, paths.admin.transactionTab.searches, paths.admin.transactions),
  opener: () => "withdraw-report",
  form: (id) => `withdraw-report ${id}`,
  run: (trx, _confirmed, by, id) => withdrawReport(trx, id, by),
  words: {
    done: { title: "Report withdrawn", description: "The buyer can no longer open it." },
    failed: "Report not withdrawn",
    failure: "There was an error while withdrawing the report",
  },
});
export const loader = server.loader;
export const action = server.action;

export default function WithdrawReport() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Withdraw report" warning>
      {({ reference }) => (
        <p>
          The buyer will no longer be able to open {reference}. No emails are sent. You can share a
          report again.
        </p>
      )}
    </RecordDialog>
  );
}
