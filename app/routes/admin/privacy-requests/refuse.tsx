import { useActionData, useLoaderData } from "@remix-run/react";
import { ConflictError } from "#app/domain/errors.ts";
import {
  readRequest,
  RefusalForm,
  refuseErasure,
} from "#app/domain/privacy/privacy-requests.server.ts";
import { paths } from "#app/paths.ts";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../kit/dialog-pages.server.ts";
import { FormDialog } from "../kit/form-dialog.tsx";

const TITLE = "Refuse an erasure request";

export const handle: PageHandle = { title: TITLE };

/** With a reason that is emailed to them (23). */
const server = addPage({
  needs: "handle_privacy",
  ids: ({ id = "" }) => id,
  form: (id) => `refuse-erasure:${id}`,
  async readOwner(id, reader) {
    const { refusal } = await readRequest(db, reader, id);
    if (refusal) throw new ConflictError(refusal);
  },
  schema: RefusalForm,
  create: refuseErasure,
  done: "Refusal emailed",
  failures: {
    read: "There was an error reading this request",
    write: "There was an error refusing this request",
  },
  back: () => paths.admin.privacyRequests(),
  opener: (id) => `refuse-${id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function RefuseErasure() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<{ reason: string }>
      id="refuse-erasure"
      title={TITLE}
      page={page}
      result={result}
      submit="Email refusal"
    >
      {(fields) => (
        <TextArea
          field={fields.reason}
          label="Reason"
          hint="We’ll email this to the customer exactly as you write it. Say what the law or a matter requires, and when they can ask again."
        />
      )}
    </FormDialog>
  );
}
