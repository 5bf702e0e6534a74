import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { hasPermission } from "#app/domain/staff/roles.ts";
import { listStaff } from "#app/domain/staff/staff.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { IfPermitted } from "../shared/allowed.tsx";
import { contactOrDash, RowLink, textOrDash } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { type MemberView, memberView } from "./view.ts";

const TITLE = "Staff";

export const handle: PageHandle = { title: TITLE };

/** Lists the members of staff. Administrators also see second factors and deactivated accounts. */
export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const staff = (await listStaff(db)).map(memberView);
  await reader.recordView({ list: "staff" });
  if (hasPermission(reader.roles, "see_staff")) return { accounts: staff, colleagues: null };
  const colleagues = staff.filter(({ is_deactivated }) => !is_deactivated);
  return {
    accounts: null,
    colleagues: colleagues.map(({ id, name, email, role_names }) => ({
      id,
      name,
      email,
      role_names,
    })),
  };
}

export default function Staff() {
  const { accounts, colleagues } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      trail={[{ label: "Users", to: paths.admin.users() }]}
      actions={
        <>
          <IfPermitted needs="see_staff">
            <ButtonLink to={paths.admin.accessReview()} kind="secondary" size="small">
              Access review
            </ButtonLink>
          </IfPermitted>
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
        {accounts ? (
          <StaffTable columns={COLUMNS} rows={accounts} />
        ) : (
          <StaffTable columns={COLLEAGUE_COLUMNS} rows={colleagues} />
        )}
      </WithDialog>
    </StaffPage>
  );
}

function StaffTable<Row extends { id: string }>(table: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}) {
  return <DataTable caption={TITLE} hideCaption list="staff" rowKey={({ id }) => id} {...table} />;
}

type Colleague = Pick<MemberView, "id" | "name" | "email" | "role_names">;

const NAME = { key: "name", title: "Name" };
const CONTACT: readonly Column<Colleague>[] = [
  {
    key: "email",
    title: "Email",
    cell: ({ email }) => contactOrDash("email", email),
    width: "wide",
  },
  { key: "roles", title: "Roles", cell: ({ role_names }) => role_names },
];

const COLLEAGUE_COLUMNS: readonly Column<Colleague>[] = [
  { ...NAME, cell: ({ name }) => name },
  ...CONTACT,
];

const COLUMNS: readonly Column<MemberView>[] = [
  { ...NAME, cell: ({ id, name }) => <RowLink to={paths.admin.staffMember(id)}>{name}</RowLink> },
  ...CONTACT,
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
