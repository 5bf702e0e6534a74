import { useActionData, useLoaderData } from "@remix-run/react";
import {
  declineMemorandum,
  DeclineMemorandumForm,
  readMemorandumToDecline,
} from "#app/domain/memoranda/decline-memorandum.server.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

const TITLE = "Decline the memorandum";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  needs: "handle",
  ids: ({ id = "", memorandumId = "" }) => ({ transaction_id: id, memorandum_id: memorandumId }),
  form: ({ memorandum_id }) => `decline-memorandum ${memorandum_id}`,
  readExtra: (ids, reader) => readMemorandumToDecline(db, reader, ids),
  schema: DeclineMemorandumForm,
  create: (trx, { reason }, { actor }, ids) => declineMemorandum(trx, { actor, reason, ...ids }),
  done: "Memorandum declined",
  failures: { read: FETCH_FAILURE, write: "There was an error while declining the memorandum" },
  back: ({ transaction_id }) =>
    pageOrList(transaction_id, paths.admin.transaction, paths.admin.transactions),
  opener: () => "decline-memorandum",
});
export const loader = server.loader;
export const action = server.action;

/** Renders the form in which staff give the reason, with the address that is emailed. */
export default function DeclineMemorandum() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { extra } = page;
  return (
    <FormDialog<{ reason: string }>
      id="decline-memorandum"
      title={TITLE}
      page={{ ...page, typed: {} }}
      result={result}
      submit="Decline memorandum"
    >
      {(fields) => (
        <>
          <p>
            {extra?.recipient
              ? `We’ll email your reason to ${extra.recipient}. ${extra.sent_by} can then send another memorandum.`
              : "No emails are sent, because the office is no longer the estate agent or has no email address."}
          </p>
          <TextArea
            {...fieldProps(fields.reason)}
            label="Reason"
            hint="The agent will read this, for example “The seller hasn’t accepted this offer”. Do not write about the buyer’s money or ID checks."
          />
        </>
      )}
    </FormDialog>
  );
}
