import { useActionData, useLoaderData } from "@remix-run/react";
import {
  CoordinatorForm,
  findCoordinator,
  saveCoordinator,
} from "#app/domain/estate-agents/coordinators.server.ts";
import type { Coordinator } from "#app/domain/estate-agents/parts.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../../shared/dialog-pages.server.ts";
import { FAILURES } from "../view.ts";
import { PersonDialog, personLabels } from "./person-dialogs.tsx";

const TITLE = "Office coordinator";

// The page’s title contains the office’s name. The titles of valuers and negotiators contain the
// person’s name.
export const handle: LayoutHandle = { part: TITLE };

const server = changePage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  read: async (id): Promise<Partial<Coordinator>> => (await findCoordinator(db, id)) ?? {},
  title: () => TITLE,
  schema: CoordinatorForm,
  labels: personLabels("coordinator"),
  save: (coordinator, edit, id) => saveCoordinator(db, id, coordinator, edit),
  done: "Office coordinator saved",
  failures: FAILURES,
  back: paths.admin.estateAgent,
  opener: () => "edit-coordinator",
});
export const loader = server.loader;
export const action = server.action;

export default function EditCoordinator() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <PersonDialog kind="coordinator" title={TITLE} page={page} result={result} />;
}
