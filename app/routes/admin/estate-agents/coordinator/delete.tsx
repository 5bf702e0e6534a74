import { useLoaderData } from "@remix-run/react";
import { NotFoundError } from "#app/domain/errors.ts";
import {
  deleteCoordinator,
  readCoordinator,
} from "#app/domain/estate-agents/change-coordinator.server.ts";
import { fullName } from "#app/domain/people/person.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DeleteDialog } from "../../kit/delete-dialog.tsx";
import { deletePage } from "../../kit/dialog-pages.server.ts";
import { FAILURES } from "../failures.ts";

const TITLE = "Delete office coordinator";

export const handle: LayoutHandle = { part: TITLE };

const server = deletePage({
  ids: ({ id = "" }) => id,
  async read(id) {
    const coordinator = await readCoordinator(db, id);
    if (!coordinator) throw new NotFoundError("Office coordinator not found");
    return coordinator;
  },
  title: () => TITLE,
  remove: (edit, id) => deleteCoordinator(db, id, edit),
  done: "Office coordinator deleted",
  failures: FAILURES,
  back: paths.admin.estateAgent,
  here: paths.admin.estateAgentPart.deleteCoordinator,
  opener: () => "delete-coordinator",
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteCoordinator() {
  return (
    <DeleteDialog title={TITLE} page={useLoaderData<typeof loader>()} name={fullName}>
      {(coordinator) => (
        <p>
          <strong>{fullName(coordinator)}</strong> ({coordinator.email}) will no longer coordinate
          this office. Nobody is written to.
        </p>
      )}
    </DeleteDialog>
  );
}
