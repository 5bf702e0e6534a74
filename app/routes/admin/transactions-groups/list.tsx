import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { listGroupDrafts } from "#app/domain/groups/group-draft.server.ts";
import { listGroups } from "#app/domain/groups/groups.server.ts";
import { groupTitle } from "#app/domain/groups/labels.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db, readDb } from "#db/connection.ts";
import { RowLink } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { numberedPages, readListQuery } from "../shared/list.server.ts";
import { NumberedTable } from "../shared/numbered-table.tsx";
import { IfPermitted } from "../shared/allowed.tsx";
import { StaffPage } from "../shared/staff-page.tsx";

export const handle: PageHandle = { title: "Groups" };

export const FETCH_FAILURE = "There was an error while fetching transactions groups";

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  try {
    const [list, drafts] = await Promise.all([
      listGroups(readDb, reader, readListQuery(request, numberedPages)),
      listGroupDrafts(db, reader.id),
    ]);
    const items = list.items.map((group) => ({
      ...group,
      name: groupTitle(group.name),
      created: adminDate(group.created_at),
    }));
    return data({ list: { ...list, items }, drafts: drafts.map(draftView) });
  } catch (error) {
    // Name of the error in reports, in the specification’s words (P-006).
    report(error, { what: "There was an error fetching transactions groups" });
    return data({ list: null, drafts: [] }, { status: 500 });
  }
}

type Draft = Awaited<ReturnType<typeof listGroupDrafts>>[number];

function draftView({ id, name, units, updated_at }: Draft) {
  return { id, name: draftTitle(name), units, changed: adminDate(updated_at) };
}

export function draftTitle(name: string): string {
  return name ? groupTitle(name) : "No name yet";
}

type Row = { id: string; name: string; transactions: number; created: string };

const columns: readonly Column<Row>[] = [
  {
    key: "name",
    title: "Group name",
    width: "wide",
    cell: ({ id, name }) => <RowLink to={paths.admin.transactionsGroup(id)}>{name}</RowLink>,
  },
  {
    key: "transactions",
    title: "Transactions",
    align: "end",
    cell: ({ transactions }) => transactions,
  },
  { key: "created", title: "Created date", cell: ({ created }) => created },
];

export default function TransactionsGroups() {
  const { list, drafts } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title="Groups"
      actions={
        <IfPermitted needs="handle">
          <ButtonLink to={paths.admin.newTransactionsGroup.page()} size="small">
            Add group
          </ButtonLink>
        </IfPermitted>
      }
    >
      <WithDialog>
        <div className="stack" data-gap="l">
          {list ? (
            <NumberedTable
              caption="Transactions groups"
              name="transactions-groups"
              columns={columns}
              list={list}
              empty="No groups yet."
            />
          ) : (
            <Notification kind="error" title={FETCH_FAILURE} />
          )}
          <Drafts drafts={drafts} />
        </div>
      </WithDialog>
    </StaffPage>
  );
}

/** Lists the drafts of the signed-in member of staff, who can open them on any device (P-024). */
function Drafts({ drafts }: { drafts: readonly ReturnType<typeof draftView>[] }) {
  if (drafts.length === 0) return null;
  return (
    <Card title="Your unfinished groups">
      <DataTable
        caption="Unfinished groups"
        hideCaption
        rows={drafts}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "name",
            title: "Group name",
            width: "wide",
            cell: ({ id, name }) => (
              <Link to={paths.admin.newTransactionsGroup.page({ draft: id })}>{name}</Link>
            ),
          },
          { key: "units", title: "Units", align: "end", cell: ({ units }) => units },
          { key: "changed", title: "Last changed", cell: ({ changed }) => changed },
          {
            key: "delete",
            title: "Actions",
            cell: ({ id, name }) => (
              <DialogLink
                needs="handle"
                id={`delete-${id}`}
                to={paths.admin.newTransactionsGroup.delete(id)}
                kind="quiet"
                what={name}
              >
                Delete
              </DialogLink>
            ),
          },
        ]}
      />
    </Card>
  );
}
