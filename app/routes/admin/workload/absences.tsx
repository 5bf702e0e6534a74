import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { type Absence, listAbsences } from "#app/domain/handlers/absences.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { hasPermission } from "#app/domain/staff/roles.ts";
import { paths } from "#app/paths.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { StaffPage } from "../shared/staff-page.tsx";

const TITLE = "Days away";

export const handle: PageHandle = { title: TITLE };

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "handle");
  const user_id = hasPermission(reader.roles, "manage_work") ? undefined : reader.id;
  const today = londonDay(new Date());
  const absences = await listAbsences(db, reader, { user_id, today });
  return { absences: absences.map(absenceView) };
}

function absenceView({ id, name, stand_in, starts_on, ends_on }: Absence) {
  return { id, name, stand_in, from: adminDate(starts_on), to: adminDate(ends_on) };
}

type Row = ReturnType<typeof absenceView>;

const COLUMNS: readonly Column<Row>[] = [
  { key: "name", title: "Colleague", cell: ({ name }) => name },
  { key: "from", title: "First day", cell: ({ from }) => from, width: "line" },
  { key: "to", title: "Last day", cell: ({ to }) => to, width: "line" },
  { key: "stand_in", title: "Stand-in", cell: ({ stand_in }) => stand_in },
  {
    key: "action",
    title: "Action",
    cell: ({ id, name, from }) => (
      <DialogLink
        needs="handle"
        id={`remove-${id}`}
        to={paths.admin.removeAbsence(id)}
        kind="quiet"
        what={`${name}’s days away from ${from}`}
      >
        Remove
      </DialogLink>
    ),
  },
];

/** Lists the days on which staff are away: the reader’s own or, for leads, everyone’s. */
export default function Absences() {
  const { absences } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      trail={[{ label: "Transactions", to: paths.admin.transactions() }]}
      lead="While you’re away, your stand-in sees your matters under “Mine” and also gets your emails about them. Customers see the stand-in’s name."
      actions={
        <DialogLink needs="handle" id="add-absence" to={paths.admin.newAbsence()} kind="primary">
          Add days away
        </DialogLink>
      }
    >
      <WithDialog>
        <DataTable
          caption={TITLE}
          hideCaption
          list="absences"
          columns={COLUMNS}
          rows={absences}
          rowKey={({ id }) => id}
          empty="No days away."
        />
      </WithDialog>
    </StaffPage>
  );
}
