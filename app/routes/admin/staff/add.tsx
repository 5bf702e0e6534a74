import { useActionData, useLoaderData } from "@remix-run/react";
import { addStaff, NewStaffForm, type TickedRoles } from "#app/domain/staff/change-staff.server.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { EmailField, TextField } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { RoleBoxes } from "./role-boxes.tsx";
import { FETCH_FAILURE } from "./view.ts";

const TITLE = "Add colleague";

export const handle: PageHandle = { title: TITLE, longForm: true };

const server = addPage({
  needs: "change_staff",
  ids: () => null,
  form: () => "add-staff",
  schema: NewStaffForm,
  create: addStaff,
  leadsTo: (id) => paths.admin.staffMember(id),
  done: "Colleague added and emailed",
  failures: { read: FETCH_FAILURE, write: "There was an error while adding this colleague" },
  back: () => paths.admin.staff(),
  opener: () => "add-staff",
});
export const loader = server.loader;
export const action = server.action;

type Values = FormValues<TickedRoles> & { first_name: string; last_name: string; email: string };

export default function AddStaff() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<Values>
      id="colleague"
      title={TITLE}
      page={page}
      result={result}
      submit="Add and email colleague"
    >
      {(fields) => (
        <>
          <TextField {...fieldProps(fields.first_name)} label="First name" autoComplete="off" />
          <TextField {...fieldProps(fields.last_name)} label="Last name" autoComplete="off" />
          <EmailField
            {...fieldProps(fields.email)}
            label="Email"
            hint="Their work email address. It can’t belong to another account"
            autoComplete="off"
          />
          <RoleBoxes fields={fields} />
        </>
      )}
    </FormDialog>
  );
}
