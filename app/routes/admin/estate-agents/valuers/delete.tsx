import { useLoaderData } from "@remix-run/react";
import { deleteValuer } from "#app/domain/estate-agents/change-valuers.server.ts";
import { fullName } from "#app/domain/people/person.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DeleteDialog } from "../../kit/delete-dialog.tsx";
import { deletePage } from "../../kit/dialog-pages.server.ts";
import { VALUER_PAGE } from "./valuer-page.server.ts";

const TITLE = "Delete valuer";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const server = deletePage({
  ...VALUER_PAGE,
  title: (valuer) => `${TITLE} ${fullName(valuer)}`,
  remove: (edit, place) => deleteValuer(db, place, edit),
  done: "Valuer deleted",
  here: (place) => paths.admin.estateAgentPart.deleteValuer(place.estate_agent_id, place.valuer_id),
  opener: (place) => `delete-${place.valuer_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteValuer() {
  return (
    <DeleteDialog title={TITLE} page={useLoaderData<typeof loader>()} name={fullName}>
      {(valuer) => (
        <>
          <p>
            <strong>{fullName(valuer)}</strong>
            {valuer.email ? ` (${valuer.email})` : ""} will no longer be a valuer of this estate
            agent. Leads that they have sent stay. Nobody is written to.
          </p>
          {valuer.primary_valuer === "on" ? (
            <p>The first of the other valuers becomes the primary valuer.</p>
          ) : null}
        </>
      )}
    </DeleteDialog>
  );
}
