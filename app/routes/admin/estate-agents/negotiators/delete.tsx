import { useLoaderData } from "@remix-run/react";
import { deleteNegotiator } from "#app/domain/estate-agents/change-negotiators.server.ts";
import { fullName } from "#app/domain/people/person.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DeleteDialog } from "../../kit/delete-dialog.tsx";
import { deletePage } from "../../kit/dialog-pages.server.ts";
import { NEGOTIATOR_PAGE } from "./negotiator-page.server.ts";

const TITLE = "Delete negotiator";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const server = deletePage({
  ...NEGOTIATOR_PAGE,
  title: (negotiator) => `${TITLE} ${fullName(negotiator)}`,
  remove: (edit, place) => deleteNegotiator(db, place, edit),
  done: "Negotiator deleted",
  here: (place) =>
    paths.admin.estateAgentPart.deleteNegotiator(place.estate_agent_id, place.negotiator_id),
  opener: (place) => `delete-${place.negotiator_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteNegotiator() {
  return (
    <DeleteDialog title={TITLE} page={useLoaderData<typeof loader>()} name={fullName}>
      {(negotiator) => (
        <p>
          <strong>{fullName(negotiator)}</strong>
          {` (${negotiator.email})`} will no longer be a negotiator of this estate agent. Nobody is
          written to.
        </p>
      )}
    </DeleteDialog>
  );
}
