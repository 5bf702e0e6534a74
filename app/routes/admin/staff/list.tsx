import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { listStaff } from "#app/domain/staff/staff.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RowLink, textOrDash } from "../kit/cells.tsx";
import { DialogLink, WithDialog } from "../kit/dialog-link.tsx";
import { StaffPage } from "../kit/staff-page.tsx";
import { type MemberView, memberView } from "./view.ts";

const TITLE = "Staff";

export const handle: PageHandle = { title: TITLE };

/** Everyone who works here or did (23). */
export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "see_staff");
  const staff = await listStaff(db);
  await reader.shown({ list: "staff" });
  return { rows: staff.map(memberView) };
}

export default function Staff() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      trail={[{ label: "Users", to: paths.admin.users() }]}
      actions={
        <>
          <ButtonLink to={paths.admin.accessReview()} kind="secondary" size="small">
            Access review
          </ButtonLink>
          <DialogLink
            needs="change_staff"
            id="add-staff"
            to={paths.admin.newStaff()}
            kind="primary"
          >
            Add colleague
          </DialogLink>
        </>
      }
    >
      <WithDialog>
        <DataTable
          caption={TITLE}
          hideCaption
          list="staff"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
        />
      </WithDialog>
    </StaffPage>
  );
}

const COLUMNS: readonly Column<MemberView>[] = [
  {
    key: "name",
    title: "Name",
    cell: ({ id, name }) => <RowLink to={paths.admin.staffMember(id)}>{name}</RowLink>,
  },
  { key: "email", title: "Email", cell: ({ email }) => email, width: "wide" },
  { key: "roles", title: "Roles", cell: ({ role_names }) => role_names },
  { key: "factor", title: "Second factor", cell: ({ factors }) => factors },
  {
    key: "seen",
    title: "Last seen",
    cell: ({ last_seen }) => textOrDash(last_seen),
    width: "line",
  },
  { key: "sessions", title: "Sessions", align: "end", cell: ({ sessions }) => sessions },
  { key: "status", title: "Status", cell: ({ status }) => status },
];
