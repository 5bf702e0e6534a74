import { useActionData, useLoaderData } from "@remix-run/react";
import { HandOverForm, handOver, readHandOver } from "#app/domain/handlers/hand-over.server.ts";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { showOption } from "../shared/conflict.server.ts";
import { changePage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { pageOrList } from "../shared/open-record.server.ts";
import { FETCH_FAILURE } from "./failures.ts";

const TITLE = "Hand over";

export const handle: LayoutHandle = { part: TITLE };

const server = changePage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  read: (id, reader) => readHandOver(db, reader, id),
  readExtra: () => listHandlerOptions(db),
  title: () => TITLE,
  schema: HandOverForm,
  labels: async () => ({
    handler_id: { label: "Handler", show: showOption(await listHandlerOptions(db)) },
    note: "Note",
  }),
  save: (yours, edit, id) => handOver(db, id, yours, edit),
  done: "Matter handed over",
  failures: { read: FETCH_FAILURE, write: "There was an error while handing over the matter" },
  back: (id) => pageOrList(id, paths.admin.transaction, paths.admin.transactions),
  opener: () => "hand-over",
});
export const loader = server.loader;
export const action = server.action;

/** Renders the form that gives a matter to another handler. */
export default function HandOver() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const now = page.record?.handler_id ?? "";
  const options = (page.extra ?? []).filter(({ value }) => value !== now);
  return (
    <FormDialog<{ handler_id: string; note: string }>
      id="new-handler"
      title={TITLE}
      page={page}
      result={result}
      submit="Hand over"
    >
      {(fields) => (
        <>
          <SelectField
            {...fieldProps(fields.handler_id)}
            label="New handler"
            empty="Choose a colleague"
            options={options}
            hint="We’ll email your note to this colleague. Customers will see the colleague’s name on their page."
          />
          <TextArea
            {...fieldProps(fields.note)}
            label="Note"
            hint="What your colleague needs to know. We’ll save it in Messages as an internal note. The person can ask to read this."
          />
        </>
      )}
    </FormDialog>
  );
}
