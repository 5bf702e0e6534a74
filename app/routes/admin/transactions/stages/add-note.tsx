import { useActionData, useLoaderData } from "@remix-run/react";
import { fullNames } from "#app/domain/shared/names.ts";
import { NOTE_READER_LABELS, NOTE_READERS } from "#app/domain/stages/note-readers.ts";
import { addStageNote, readNoteReaders, StageNoteForm } from "#app/domain/stages/notes.server.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { MATTER_STAGES, STAGE_NAMES } from "#app/domain/transactions/stage-facts.ts";
import { paths } from "#app/paths.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

const TITLE = "Add a note for customers";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  form: (id) => `stage-note ${id}`,
  readOwner: (id, reader) => readTransaction(db, reader, id),
  async readExtra(id, reader) {
    const { seller, buyer } = await readNoteReaders(db, reader, id);
    return { sellers: fullNames(seller), buyers: fullNames(buyer) };
  },
  schema: StageNoteForm,
  create: (trx, note, by, id) => addStageNote(trx, id, note, by),
  done: "Note added",
  failures: { read: FETCH_FAILURE, write: "There was an error while saving the note" },
  back: (id) => pageOrList(id, paths.admin.stages.page, paths.admin.transactions),
  opener: () => "add-note",
});
export const loader = server.loader;
export const action = server.action;

/**
 * Renders the form that adds a note to a stage. Customers see the note with the first name of its
 * author.
 */
export default function AddStageNote() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<{ stage: string; reader: string; note: string; email_now: string }>
      id="stage-note"
      title={TITLE}
      page={{ ...page, typed: { email_now: "on" } }}
      result={result}
      submit="Add note"
    >
      {(fields) => (
        <>
          <SelectField
            {...fieldProps(fields.stage)}
            label="Stage"
            empty="Choose a stage"
            options={STAGE_NAMES.map((value) => ({ value, label: MATTER_STAGES[value] }))}
          />
          <Radios
            {...fieldProps(fields.reader)}
            legend="Who can see it"
            options={NOTE_READERS.map((value) => ({ value, label: NOTE_READER_LABELS[value] }))}
          />
          <TextArea
            {...fieldProps(fields.note)}
            label="Note"
            hint="Customers will see this note on their dashboard with your first name. If you’re asking for something, give a date."
          />
          <Checkbox {...fieldProps(fields.email_now)} hint={recipientsText(page.extra)}>
            Email it now
          </Checkbox>
        </>
      )}
    </FormDialog>
  );
}

function recipientsText(extra: { sellers: string; buyers: string } | null) {
  if (!extra) return null;
  const { sellers, buyers } = extra;
  return `Only people who can see the note get the email. Sellers: ${sellers || "no one"}. Buyers: ${buyers || "no one yet"}.`;
}
