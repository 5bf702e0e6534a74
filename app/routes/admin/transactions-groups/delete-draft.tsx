import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NotFoundError } from "#app/domain/errors.ts";
import { deleteGroupDraft, listGroupDrafts } from "#app/domain/groups/group-draft.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/actor.server.ts";
import { DeleteDialog } from "../kit/delete-dialog.tsx";
import { openDialog } from "../kit/dialog-pages.server.ts";
import { FETCH_FAILURE } from "./failures.ts";
import { countUnits, draftTitle } from "./view.ts";

const TITLE = "Delete unfinished group";

export const handle: LayoutHandle = { part: TITLE };

const back = paths.admin.transactionsGroups();

/** Asks before a group is forgotten that its maker has not finished. */
export async function loader({ request, params: { draft: id = "" } }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return openDialog(request, {
    async read() {
      const draft = (await listGroupDrafts(db, actor.id)).find((one) => one.id === id);
      if (!draft) throw new NotFoundError("This group is finished or deleted already");
      return { name: draftTitle(draft.name), units: draft.units };
    },
    title: () => TITLE,
    failure: FETCH_FAILURE,
    back,
    opener: `delete-${id}`,
  });
}

export async function action({ request, params: { draft: id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  await deleteGroupDraft(db, { user_id: actor.id, draft_id: id });
  return redirectWithFlash(back, { kind: "success", title: "Unfinished group deleted" });
}

export default function DeleteDraft() {
  const page = useLoaderData<typeof loader>();
  return (
    <DeleteDialog title={TITLE} page={page} name={() => "unfinished group"}>
      {({ name, units }) => (
        <p>
          <strong>{name}</strong> with {countUnits(units)} will be forgotten. Nobody is told.
        </p>
      )}
    </DeleteDialog>
  );
}
