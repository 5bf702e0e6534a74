import { useActionData, useLoaderData } from "@remix-run/react";
import {
  changeRoles,
  readRoles,
  RolesForm,
  type TickedRoles,
} from "#app/domain/staff/change-staff.server.ts";
import { ROLE_NAMES } from "#app/domain/staff/roles.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { pageOrList } from "../shared/open-record.server.ts";
import { RoleBoxes } from "./role-boxes.tsx";
import { FETCH_FAILURE } from "./view.ts";

const TITLE = "Change roles";

export const handle: PageHandle = { title: TITLE };

const server = changePage({
  needs: "change_staff",
  ids: ({ id = "" }) => id,
  read: (id) => readRoles(db, id),
  title: () => TITLE,
  schema: RolesForm,
  labels: ROLE_NAMES,
  save: (roles, edit, id) => changeRoles(db, id, roles, edit),
  done: "Roles saved and colleague emailed",
  failures: { read: FETCH_FAILURE, write: "There was an error while saving the roles" },
  back: (id) => pageOrList(id, paths.admin.staffMember, paths.admin.staff),
  opener: () => "change-roles",
});
export const loader = server.loader;
export const action = server.action;

export default function ChangeRoles() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<FormValues<TickedRoles>>
      id="staff-roles"
      title={TITLE}
      page={page}
      result={result}
      submit="Save and email colleague"
    >
      {(fields) => <RoleBoxes fields={fields} />}
    </FormDialog>
  );
}
