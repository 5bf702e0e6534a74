import { useActionData, useLoaderData } from "@remix-run/react";
import { readValuer, saveValuer, ValuerForm } from "#app/domain/estate-agents/valuers.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../../shared/dialog-pages.server.ts";
import { FAILURES } from "../view.ts";
import { PersonDialog, personLabels } from "./person-dialogs.tsx";

export const handle: PageHandle = { title: titleFromData("Edit") };

const server = changePage({
  needs: "keep_firms",
  ids: ({ id = "", valuerId = "" }) => ({ estate_agent_id: id, valuer_id: valuerId }),
  read: (place) => readValuer(db, place),
  title: (valuer) => `Edit valuer ${fullName(valuer)}`,
  schema: ValuerForm,
  labels: personLabels("valuer"),
  save: (valuer, edit, place) => saveValuer(db, place, valuer, edit),
  done: "Valuer saved",
  failures: FAILURES,
  back: ({ estate_agent_id }) => paths.admin.estateAgent(estate_agent_id),
  opener: ({ valuer_id }) => `edit-${valuer_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function EditValuer() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <PersonDialog kind="valuer" title="Edit valuer" page={page} result={result} />;
}
