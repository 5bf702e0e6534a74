import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  deleteCoordinator,
  readCoordinator,
} from "#app/domain/estate-agents/coordinators.server.ts";

import { formValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { FAILURES } from "../view.ts";
import { DeletePersonDialog } from "./person-dialogs.tsx";

const TITLE = "Delete office coordinator";

export const handle: LayoutHandle = { part: TITLE };

const server = confirmPage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  async read(id) {
    const coordinator = formValues(await readCoordinator(db, id));
    return { ...coordinator, refusal: null, confirmed: { opened: coordinator } };
  },
  confirmed: z.object({ opened: hidden.version() }),
  title: () => TITLE,
  failure: FAILURES.read,
  run: (_, { opened }, { actor }, id) => deleteCoordinator(db, id, { actor, opened }),
  words: {
    done: { title: "Office coordinator deleted" },
    gone: "This has already been deleted",
    failed: "Error",
    failure: FAILURES.write,
  },
  back: paths.admin.estateAgent,
  here: paths.admin.estateAgentPart.deleteCoordinator,
  opener: () => "delete-coordinator",
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteCoordinator() {
  return <DeletePersonDialog kind="coordinator" page={useLoaderData<typeof loader>()} />;
}
