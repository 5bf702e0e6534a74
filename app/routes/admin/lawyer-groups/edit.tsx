import { useActionData, useLoaderData } from "@remix-run/react";
import { listLawFirms } from "#app/domain/solicitors/law-firms.server.ts";
import {
  LawyerGroupForm,
  readLawyerGroup,
  updateLawyerGroup,
} from "#app/domain/solicitors/lawyer-groups.server.ts";
import { HOMES, withRetired } from "#app/domain/solicitors/parts.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { showOption } from "../shared/conflict.server.ts";
import { changePage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { GROUP_FAILURES } from "../law-firms/failures.ts";
import {
  LawyerGroupFields,
  type LawyerGroupFormValues,
  lawyerOfField,
  LISTS,
} from "./lawyer-group-fields.tsx";

const TITLE = "Edit lawyer group";

export const handle: PageHandle = { title: titleFromData(TITLE), longForm: true };

const server = changePage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  read: (id) => readLawyerGroup(db, id),
  readExtra: firmOptions,
  title: ({ name }) => `${TITLE} ${name}`,
  schema: LawyerGroupForm,
  async labels() {
    return {
      law_firm_id: { label: "Law firm", show: showOption(await firmOptions()) },
      name: "Name",
      panel_solicitor: "Panel solicitor",
      ...HOMES,
      legal_fee_pounds: "Usual legal fee",
      usual_working_days: "Usual working days",
      solicitor: "Solicitor",
      legal_assistants: "Legal assistants",
      invoicing_address: "Invoicing address",
      thirdfort_recipient_emails: "Thirdfort recipients",
    };
  },
  lists: LISTS,
  save: (group, edit, id) => updateLawyerGroup(db, id, group, edit),
  done: "Lawyer group saved",
  failures: GROUP_FAILURES,
  back: paths.admin.lawyerGroup,
  opener: () => "edit-lawyer-group",
});
export const loader = server.loader;
export const action = server.action;

async function firmOptions() {
  return (await listLawFirms(db)).map(({ id, name, retired_at }) => ({
    value: id,
    label: withRetired(name, retired_at !== null),
    retired: retired_at !== null,
  }));
}

export default function EditLawyerGroup() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<LawyerGroupFormValues>
      id="lawyer-group"
      title={TITLE}
      page={page}
      result={result}
      questionNames={lawyerOfField}
    >
      {(fields) => (
        <>
          <SelectField
            {...fieldProps(fields.law_firm_id)}
            label="Law firm"
            empty="Select a law firm"
            // A retired firm is an option only if the group belongs to it.
            options={(page.extra ?? []).filter(
              ({ value, retired }) => !retired || value === page.record?.law_firm_id,
            )}
            width="20"
          />
          <LawyerGroupFields fields={fields} />
        </>
      )}
    </FormDialog>
  );
}
