import { useLoaderData } from "@remix-run/react";
import { readStageNote, takeBackStageNote } from "#app/domain/stages/notes.server.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DeleteDialog } from "../../kit/delete-dialog.tsx";
import { deletePage } from "../../kit/dialog-pages.server.ts";
import { pageOrList } from "../../kit/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

const TITLE = "Delete a note";

export const handle: PageHandle = { title: TITLE };

const server = deletePage({
  needs: "handle",
  ids: ({ id = "", noteId = "" }) => ({ transaction_id: id, note_id: noteId }),
  read: (place, reader) => readStageNote(db, reader, place),
  title: () => TITLE,
  remove: (edit, place) => takeBackStageNote(db, place, edit),
  done: "Note deleted",
  failures: { read: FETCH_FAILURE, write: "There was an error while deleting the note" },
  back: ({ transaction_id }) =>
    pageOrList(transaction_id, paths.admin.stages.page, paths.admin.transactions),
  here: ({ transaction_id, note_id }) => paths.admin.stages.takeBackNote(transaction_id, note_id),
  opener: ({ note_id }) => `take-back-${note_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function TakeBackStageNote() {
  const page = useLoaderData<typeof loader>();
  return (
    <DeleteDialog title={TITLE} page={page} verb="Delete" name={() => "note"}>
      {({ note }) => (
        <>
          <p>“{note}”</p>
          <p>Customers will no longer see this note. No emails are sent. You can’t undo this.</p>
        </>
      )}
    </DeleteDialog>
  );
}
