import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { deleteNegotiator, readNegotiator } from "#app/domain/estate-agents/negotiators.server.ts";
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
  ids: ({ id = "", negotiatorId = "" }) => ({ estate_agent_id: id, negotiator_id: negotiatorId }),
  async read(place) {
    const negotiator = formValues(await readNegotiator(db, place));
    return { ...negotiator, refusal: null, confirmed: { opened: negotiator } };
  },
  confirmed: z.object({ opened: hidden.version() }),
  title: (person) => `Delete negotiator ${fullName(person)}`,
  failure: FAILURES.read,
  run: (_, { opened }, { actor }, place) => deleteNegotiator(db, place, { actor, opened }),
  words: {
    done: { title: "Negotiator deleted" },
    gone: "This has already been deleted",
    failed: "Error",
    failure: FAILURES.write,
  },
  back: ({ estate_agent_id }) => paths.admin.estateAgent(estate_agent_id),
  here: ({ estate_agent_id, negotiator_id }) =>
    paths.admin.estateAgentPart.deleteNegotiator(estate_agent_id, negotiator_id),
  opener: ({ negotiator_id }) => `delete-${negotiator_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteNegotiator() {
  return <DeletePersonDialog kind="negotiator" page={useLoaderData<typeof loader>()} />;
}
