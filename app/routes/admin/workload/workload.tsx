import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { type Load, readWorkload } from "#app/domain/handlers/workload.server.ts";
import { adminDate, adminTime } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { textOrDash } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { StaffPage } from "../shared/staff-page.tsx";

const TITLE = "Workload";

export const handle: PageHandle = { title: TITLE };

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "manage_work");
  const { loads, counted_at } = await readWorkload(readDb, reader, new Date());
  const rows = loads.map((load) => loadView(load, counted_at !== null));
  return { loads: rows, counted: counted_at && adminTime(counted_at) };
}

/** Numbers that have not been counted yet are left out. */
function loadView(
  { id, name, away_until, stand_in, takes_new_matters, ...numbers }: Load,
  isCounted: boolean,
) {
  const matters = paths.admin.transactions({ handler: id ?? "none" });
  return {
    numbers: isCounted ? numbers : null,
    takes_new_matters,
    id,
    key: id ?? "none",
    name: name ?? "No handler",
    matters,
    away: away_until && `Until ${adminDate(away_until)}. Stand-in: ${stand_in}`,
  };
}

type Row = ReturnType<typeof loadView>;

function numberOf(name: "open" | "late" | "unanswered" | "overdue") {
  return ({ numbers }: Row) => numbers?.[name] ?? textOrDash(null);
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: "name",
    title: "Handler",
    cell: ({ name, matters }) => <Link to={matters}>{name}</Link>,
  },
  { key: "open", title: "Open matters", align: "end", cell: numberOf("open") },
  { key: "late", title: "Late", align: "end", cell: numberOf("late") },
  { key: "unanswered", title: "Unanswered", align: "end", cell: numberOf("unanswered") },
  { key: "overdue", title: "Answers overdue", align: "end", cell: numberOf("overdue") },
  { key: "away", title: "Away", cell: ({ id, away }) => (id === null ? null : (away ?? "No")) },
  {
    key: "takes_new",
    title: "Takes new matters",
    cell: ({ id, name, takes_new_matters }) =>
      id === null ? null : (
        <>
          {takes_new_matters ? "Yes" : "No"}{" "}
          <DialogLink
            needs="manage_work"
            id={`new-matters-${id}`}
            to={paths.admin.takesNewMatters(id)}
            kind="quiet"
            what={`whether ${name} takes new matters`}
          >
            Change
          </DialogLink>
        </>
      ),
  },
];

const LATE =
  "Late means that the next step has waited for more than 7 working days. An answer is overdue after one working day.";

/** Shows leads how many matters and conversations each colleague has. */
export default function Workload() {
  const { loads, counted } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      trail={[{ label: "Transactions", to: paths.admin.transactions() }]}
      lead={`${LATE} ${counted ? `Counted at ${counted}.` : "We’ll count within a minute."}`}
      actions={
        <>
          <ButtonLink to={paths.admin.assignMatters()} kind="secondary" size="small">
            Assign matters
          </ButtonLink>
          <ButtonLink to={paths.admin.absences()} kind="secondary" size="small">
            Days away
          </ButtonLink>
        </>
      }
    >
      <WithDialog>
        <DataTable
          caption={TITLE}
          hideCaption
          list="workload"
          columns={COLUMNS}
          rows={loads}
          rowKey={({ key }) => key}
        />
      </WithDialog>
    </StaffPage>
  );
}
