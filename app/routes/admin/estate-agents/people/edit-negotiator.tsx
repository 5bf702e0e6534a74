import { useActionData, useLoaderData } from "@remix-run/react";
import {
  readNegotiator,
  saveNegotiator,
  NegotiatorForm,
} from "#app/domain/estate-agents/negotiators.server.ts";
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
  ids: ({ id = "", negotiatorId = "" }) => ({ estate_agent_id: id, negotiator_id: negotiatorId }),
  read: (place) => readNegotiator(db, place),
  title: (negotiator) => `Edit negotiator ${fullName(negotiator)}`,
  schema: NegotiatorForm,
  labels: personLabels("negotiator"),
  save: (negotiator, edit, place) => saveNegotiator(db, place, negotiator, edit),
  done: "Negotiator saved",
  failures: FAILURES,
  back: ({ estate_agent_id }) => paths.admin.estateAgent(estate_agent_id),
  opener: ({ negotiator_id }) => `edit-${negotiator_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function EditNegotiator() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <PersonDialog kind="negotiator" title="Edit negotiator" page={page} result={result} />;
}
