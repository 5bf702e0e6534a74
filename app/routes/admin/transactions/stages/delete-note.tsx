import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readStageNote, deleteStageNote } from "#app/domain/stages/notes.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

const TITLE = "Delete a note";

export const handle: PageHandle = { title: TITLE };

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "", noteId = "" }) => ({ transaction_id: id, note_id: noteId }),
  async read(place, { actor }) {
    const note = formValues(await readStageNote(db, actor, place));
    return { note: note.note, refusal: null, confirmed: { opened: note } };
  },
  confirmed: z.object({ opened: hidden.version() }),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  run: (_, { opened }, { actor }, place) => deleteStageNote(db, place, { actor, opened }),
  words: {
    done: { title: "Note deleted" },
    gone: "This has already been deleted",
    failed: "Error",
    failure: "There was an error while deleting the note",
  },
  back: ({ transaction_id }) =>
    pageOrList(transaction_id, paths.admin.stages.page, paths.admin.transactions),
  here: ({ transaction_id, note_id }) => paths.admin.stages.takeBackNote(transaction_id, note_id),
  opener: ({ note_id }) => `take-back-${note_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteStageNote() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Delete note" warning>
      {({ note }) => (
        <>
          <p>“{note}”</p>
          <p>Customers will no longer see this note. No emails are sent. You can’t undo this.</p>
        </>
      )}
    </RecordDialog>
  );
}
