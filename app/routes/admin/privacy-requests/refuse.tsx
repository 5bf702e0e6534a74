import { useActionData, useLoaderData } from "@remix-run/react";
import { ConflictError } from "#app/domain/errors.ts";
import {
  readRequest,
  RefusalForm,
  refuseErasure,
} from "#app/domain/privacy/privacy-requests.server.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";

const TITLE = "Refuse an erasure request";

export const handle: PageHandle = { title: TITLE };

/**
 * Refuses a request and emails the reason to the customer. Suggests a reason while the customer has
 * a matter in progress.
 */
const server = addPage({
  needs: "handle_privacy",
  ids: ({ id = "" }) => id,
  form: (id) => `refuse-erasure:${id}`,
  async readExtra(id, reader) {
    const { refusal, not_yet } = await readRequest(db, reader, id);
    if (refusal) throw new ConflictError(refusal);
    return not_yet;
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
      page={{ ...page, typed: page.extra === null ? null : { reason: page.extra } }}
      result={result}
      submit="Email refusal"
    >
      {(fields) => (
        <TextArea
          {...fieldProps(fields.reason)}
          label="Reason"
          hint="We’ll email this to the customer exactly as you write it. Say what the law or a matter requires, and from which day they can ask again. The email also says how to complain to the Information Commissioner’s Office."
        />
      )}
    </FormDialog>
  );
}
