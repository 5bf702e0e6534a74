import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { planReminder, remindCustomers } from "#app/domain/documents/staff-reminders.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";
import { overviewOr } from "../from-overview.ts";

const TITLE = "Send a reminder";

export const handle: LayoutHandle = { part: TITLE };

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "", requestId = "" }, request) => ({
    transaction_id: id,
    request_id: requestId,
    back: pageOrList(
      id,
      overviewOr(request, paths.admin.transactionTab.documents),
      paths.admin.transactions,
    ),
  }),
  async read({ transaction_id, request_id }, { actor }) {
    const plan = await planReminder(db, actor, { transaction_id, request_id });
    const { title, recipients, refusal, version } = plan;
    return { document: title, recipients, refusal, confirmed: { version: String(version) } };
  },
  confirmed: z.object({ version: hidden.text() }),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  back: ({ back }) => back,
  opener: ({ request_id }) => `remind-${request_id}`,
  form: ({ transaction_id, request_id }) => `remind ${transaction_id} ${request_id}`,
  run: (trx, { version }, { actor }, { transaction_id, request_id }) =>
    remindCustomers(trx, { actor, transaction_id, request_id, version: Number(version) }),
  words: {
    done: { title: "Reminder sent" },
    failed: "Reminder not sent",
    failure: "There was an error while sending the reminder",
  },
});
export const loader = server.loader;
export const action = server.action;

/** Asks staff to confirm a reminder of the open requests, and lists the people who will get it. */
export default function RemindCustomers() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Send reminder">
      {({ document, recipients }) => (
        <>
          <p>
            This emails the list of documents that we still need, with <strong>{document}</strong>,
            in 10 minutes to:
          </p>
          <ul>
            {recipients.map((recipient) => (
              <li key={recipient}>{recipient}</li>
            ))}
          </ul>
        </>
      )}
    </RecordDialog>
  );
}
