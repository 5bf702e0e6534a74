import { useActionData, useLoaderData } from "@remix-run/react";
import { readLawFirm } from "#app/domain/solicitors/law-firms.server.ts";
import {
  createLawyerGroup,
  NewLawyerGroupForm,
} from "#app/domain/solicitors/lawyer-groups.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { GROUP_FAILURES } from "../law-firms/failures.ts";
import {
  LawyerGroupFields,
  lawyerOfField,
  LISTS,
  type NewLawyerGroupFormValues,
} from "./lawyer-group-fields.tsx";

const TITLE = "Add lawyer group";

export const handle: LayoutHandle = { part: TITLE, longForm: true };

const server = addPage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  form: (id) => `lawyer group of ${id}`,
  readOwner: (id) => readLawFirm(db, id),
  schema: NewLawyerGroupForm,
  lists: LISTS,
  create: (trx, group, by, law_firm_id) => createLawyerGroup(trx, { ...group, law_firm_id }, by),
  done: "Lawyer group added",
  failures: GROUP_FAILURES,
  back: paths.admin.lawFirm,
  opener: () => "add-lawyer-group",
});
export const loader = server.loader;
export const action = server.action;

export default function AddLawyerGroup() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<NewLawyerGroupFormValues>
      id="lawyer-group"
      title={TITLE}
      page={page}
      result={result}
      questionNames={lawyerOfField}
    >
      {(fields) => <LawyerGroupFields fields={fields} />}
    </FormDialog>
  );
}
