import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { deleteValuer, readValuer } from "#app/domain/estate-agents/valuers.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { FAILURES } from "../view.ts";
import { DeletePersonDialog } from "./person-dialogs.tsx";

export const handle: PageHandle = { title: titleFromData("Delete") };

const server = confirmPage({
  needs: "keep_firms",
  ids: ({ id = "", valuerId = "" }) => ({ estate_agent_id: id, valuer_id: valuerId }),
  async read(place) {
    const valuer = formValues(await readValuer(db, place));
    return { ...valuer, refusal: null, confirmed: { opened: valuer } };
  },
  confirmed: z.object({ opened: hidden.version() }),
  title: (person) => `Delete valuer ${fullName(person)}`,
  failure: FAILURES.read,
  run: (_, { opened }, { actor }, place) => deleteValuer(db, place, { actor, opened }),
  words: {
    done: { title: "Valuer deleted" },
    gone: "This has already been deleted",
    failed: "Error",
    failure: FAILURES.write,
  },
  back: ({ estate_agent_id }) => paths.admin.estateAgent(estate_agent_id),
  here: ({ estate_agent_id, valuer_id }) =>
    paths.admin.estateAgentPart.deleteValuer(estate_agent_id, valuer_id),
  opener: ({ valuer_id }) => `delete-${valuer_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteValuer() {
  return <DeletePersonDialog kind="valuer" page={useLoaderData<typeof loader>()} />;
}
