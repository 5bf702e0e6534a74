import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { deleteGroupDraft, listGroupDrafts } from "#app/domain/groups/group-draft.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage } from "../shared/confirm-page.server.ts";
import { draftTitle, FETCH_FAILURE } from "./list.tsx";

const TITLE = "Delete unfinished group";

export const handle: LayoutHandle = { part: TITLE };

const server = confirmPage({
  needs: "handle",
  ids: ({ draft = "" }) => draft,
  async read(id, { actor }) {
    const draft = (await listGroupDrafts(db, actor.id)).find((one) => one.id === id);
    if (!draft) throw new NotFoundError("This group has already been finished or deleted");
    return {
      name: draftTitle(draft.name),
      units: pluralise(draft.units, "unit"),
      refusal: null,
      confirmed: {},
    };
  },
  confirmed: z.object({}),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  back: () => paths.admin.transactionsGroups(),
  opener: (id) => `delete-${id}`,
  run: (trx, _confirmed, { actor }, id) =>
    deleteGroupDraft(trx, { user_id: actor.id, draft_id: id }),
  words: {
    done: { title: "Unfinished group deleted" },
    failed: "Error",
    failure: "There was an error while deleting the unfinished group",
  },
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteDraft() {
  const page = useLoaderData<typeof loader>();
  return (
    <RecordDialog page={page} warning>
      {({ name, units }) => (
        <p>
          This deletes <strong>{name}</strong> with {units}. No emails are sent. You can’t undo
          this.
        </p>
      )}
    </RecordDialog>
  );
}
