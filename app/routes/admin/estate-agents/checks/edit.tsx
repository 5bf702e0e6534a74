import { useActionData, useLoaderData } from "@remix-run/react";
import { ChecksForm, readChecks, updateChecks } from "#app/domain/estate-agents/office.server.ts";
import { paths } from "#app/paths.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { emailList } from "../estate-agent.server.ts";
import { FAILURES } from "../view.ts";
import { CHECK_LABELS, CheckFields, type ChecksFormValues } from "./check-fields.tsx";

const TITLE = "Thirdfort checks";

export const handle: LayoutHandle = { part: TITLE };

const server = changePage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  read: (id) => readChecks(db, id),
  title: () => TITLE,
  schema: ChecksForm,
  labels: CHECK_LABELS,
  lists: emailList(),
  save: (checks, edit, id) => updateChecks(db, id, checks, edit),
  done: "Thirdfort checks saved",
  failures: { ...FAILURES, write: "Failed to update thirdfort details" },
  back: paths.admin.estateAgent,
  opener: () => "edit-checks",
});
export const loader = server.loader;
export const action = server.action;

export default function EditChecks() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<ChecksFormValues>
      id="checks"
      title={TITLE}
      page={page}
      result={result}
      questionNames={labelByPart({ thirdfort_requester_emails: "Requester email" })}
    >
      {(fields) => <CheckFields fields={fields} />}
    </FormDialog>
  );
}
