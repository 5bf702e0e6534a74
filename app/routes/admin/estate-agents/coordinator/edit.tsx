import { useActionData, useLoaderData } from "@remix-run/react";
import {
  readCoordinator,
  saveCoordinator,
} from "#app/domain/estate-agents/change-coordinator.server.ts";
import { CoordinatorForm } from "#app/domain/estate-agents/people-form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { CONTACT_LABELS } from "../../kit/contact-fields.tsx";
import { changePage } from "../../kit/dialog-pages.server.ts";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { FAILURES } from "../failures.ts";
import { CoordinatorFields, type CoordinatorFormValues } from "./coordinator-fields.tsx";
import { WEEKLY_LEADS } from "../weekly-leads.tsx";

const TITLE = "Office coordinator";

export const handle: LayoutHandle = { part: TITLE };

const server = changePage({
  ids: ({ id = "" }) => id,
  // Adds the coordinator of an office that has none: the version that was opened is an empty one.
  read: async (id) => (await readCoordinator(db, id)) ?? {},
  title: () => TITLE,
  schema: CoordinatorForm,
  labels: {
    ...CONTACT_LABELS,
    is_subscribed: WEEKLY_LEADS,
  },
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
  return (
    <FormDialog<CoordinatorFormValues> id="coordinator" title={TITLE} page={page} result={result}>
      {(fields) => <CoordinatorFields fields={fields} />}
    </FormDialog>
  );
}
