import { useActionData, useLoaderData } from "@remix-run/react";
import {
  fileAttachment,
  FileAttachmentForm,
  readAttachmentToFile,
} from "#app/domain/documents/file-attachment.server.ts";
import { listUploadTargets } from "#app/domain/documents/staff-uploads.server.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

const TITLE = "Add an attachment to the documents";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  needs: "handle",
  ids: ({ id = "", attachmentId = "" }) => ({ transaction_id: id, attachment_id: attachmentId }),
  form: ({ attachment_id }) => `file-attachment ${attachment_id}`,
  async readExtra(place, reader) {
    const { file_name } = await readAttachmentToFile(db, reader, place);
    return { file_name, options: await listUploadTargets(db, reader, place.transaction_id) };
  },
  schema: FileAttachmentForm,
  create: (trx, { answers }, { actor }, place) => fileAttachment(trx, { actor, answers, ...place }),
  done: "Attachment added to the documents",
  failures: { read: FETCH_FAILURE, write: "There was an error while adding the attachment" },
  back: ({ transaction_id }) =>
    pageOrList(transaction_id, paths.admin.transactionTab.documents, paths.admin.transactions),
  opener: () => "request-document",
});
export const loader = server.loader;
export const action = server.action;

/** Renders the form that adds an attachment of a received email to the matter’s documents. */
export default function FileAttachment() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { extra } = page;
  return (
    <FormDialog<{ answers: string }>
      id="file-attachment"
      title={TITLE}
      page={page}
      result={result}
      submit="Add to documents"
    >
      {(fields) => (
        <>
          <p>
            <bdi>{extra?.file_name}</bdi>
          </p>
          <SelectField
            {...fieldProps(fields.answers)}
            label="Where does it belong?"
            hint="The people on this side will see the file. If you choose a request, it will be marked as received. No emails are sent."
            empty="Choose a request or a side"
            options={extra?.options ?? []}
          />
        </>
      )}
    </FormDialog>
  );
}
