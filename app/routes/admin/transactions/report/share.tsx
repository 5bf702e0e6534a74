import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import {
  readReportToShare,
  readSharing,
  shareReport,
  withdrawReport,
} from "#app/domain/reports/shared-report.server.ts";
import { requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { REPORT_FAILURE } from "../failures.ts";
import { namesInSentence } from "../names-in-sentence.ts";

export const handle: LayoutHandle = { part: "Share report" };

/** Shares the report with the buyer and emails the buyer, or withdraws the report (CU-5). */
const server = confirmPage({
  needs: "handle",
  ids: ({ id = "", verb = "" }) => ({ id, verb }),
  read: ({ id, verb }, { actor }) => readShown(actor, id, verb),
  confirmed: z.object({ report_id: hidden.text() }),
  title: ({ is_withdrawn }) =>
    is_withdrawn ? "Withdraw report from buyer" : "Share report with buyer",
  failure: REPORT_FAILURE,
  back: ({ id }) => pageOrList(id, paths.admin.transactionTab.searches, paths.admin.transactions),
  opener: ({ verb }) => `${verb}-report`,
  form: ({ id, verb }) => `${verb}-report ${id}`,
  run: (trx, { report_id }, { actor }, { id, verb }) =>
    verb === "withdraw"
      ? withdrawReport(trx, id, { actor })
      : shareReport(trx, id, { actor, report_id }),
  words: ({ verb }) =>
    verb === "withdraw"
      ? {
          done: { title: "Report withdrawn", description: "The buyer can no longer open it." },
          failed: "Report not withdrawn",
          failure: "There was an error while withdrawing the report",
        }
      : {
          done: {
            title: "Report shared",
            description: "It’s on the buyer’s page. You can withdraw it.",
          },
          failed: "Report not shared",
          failure: "There was an error while sharing the report",
        },
});
type Shown = {
  is_withdrawn: boolean;
  refusal: string | null;
  reference: string;
  buyers: string | null;
  confirmed: { report_id: string };
};

async function readShown(reader: StaffReader, id: string, verb: string): Promise<Shown> {
  requireTransactionId(id);
  if (verb === "withdraw") {
    const sharing = await readSharing(db, reader, id);
    return {
      is_withdrawn: true,
      refusal: sharing ? null : "No report is shared with the buyer.",
      reference: sharing?.reference ?? "",
      buyers: null,
      confirmed: { report_id: sharing?.id ?? "" },
    };
  }
  if (verb !== "share") throw new NotFoundError("Report not found");
  const { report, refusal, buyers } = await readReportToShare(db, reader, id);
  return {
    is_withdrawn: false,
    refusal,
    reference: report?.reference ?? "",
    buyers: buyers.length > 0 ? namesInSentence(buyers) : null,
    confirmed: { report_id: report?.id ?? "" },
  };
}

export const loader = server.loader;
export const action = server.action;

export default function ShareReport() {
  const page = useLoaderData<typeof loader>();
  const is_withdrawn = page.record?.is_withdrawn ?? false;
  return (
    <RecordDialog
      page={page}
      confirm={is_withdrawn ? "Withdraw report" : "Share report"}
      warning={is_withdrawn}
    >
      {({ reference, buyers }) =>
        is_withdrawn ? (
          <p>
            The buyer will no longer be able to open {reference}. No emails are sent. You can share
            a report again.
          </p>
        ) : (
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
        )
      }
    </RecordDialog>
  );
}
