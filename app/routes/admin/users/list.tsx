import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { countUsers, type ListedUser, listUsers } from "#app/domain/people/users.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Column } from "#app/ui/data-table.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { contactOrDash, RowLink, textOrDash } from "../shared/cells.tsx";
import { GrowingTable } from "../shared/growing-table.tsx";
import {
  listTitlePart,
  type ListPlace,
  openList,
  readListPart,
  loadMore,
  readListQuery,
} from "../shared/list.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { IfPermitted } from "../shared/allowed.tsx";
import type { ListPart } from "../shared/growing-list.tsx";

export const handle: PageHandle = { title: "Users", part: fromData("part") };

/** Message if the users can’t be read. */
export const FETCH_FAILURE = "There was an error fetching users.";

/** Number of rows that each "Load More" adds. */
const PAGE_SIZE = 20;

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const query = readListQuery(request, loadMore);
  const { status, ...shown } = await openList(readPart(reader, query), {
    // The message depends on whether the first part of the list or a later part can’t be read
    //
    failure: query.after ? "There was an error while fetching more users" : FETCH_FAILURE,
    what: "listing users",
  });
  return data({ part: listTitlePart(query), ...shown }, { status });
}

function readPart(reader: StaffReader, place: ListPlace): Promise<ListPart<UserRow>> {
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listUsers(readDb, reader, part),
    count: () => countUsers(readDb),
    row: rowView,
    to: (next) => paths.admin.users(next),
  });
}

/** Columns of the list. */
const columns: readonly Column<UserRow>[] = [
  {
    key: "name",
    title: "Full name",
    width: "wide",
    cell: (row) => <RowLink to={paths.admin.user(row.id)}>{row.name}</RowLink>,
  },
  { key: "email", title: "Email", cell: (row) => contactOrDash("email", row.email), width: "wide" },
  { key: "address", title: "Address", cell: (row) => textOrDash(row.address), width: "wide" },
];

export default function Users() {
  const page = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof loader>();
  return (
    <StaffPage
      title="Users"
      actions={
        <>
          <ButtonLink to={paths.admin.staff()} kind="secondary" size="small">
            Staff
          </ButtonLink>
          <IfPermitted needs="handle_privacy">
            <ButtonLink to={paths.admin.privacyRequests()} kind="secondary" size="small">
              Data requests
            </ButtonLink>
          </IfPermitted>
          <ButtonLink to={paths.admin.processingRecord()} kind="secondary" size="small">
            Record of processing
          </ButtonLink>
        </>
      }
    >
      <GrowingTable
        page={page}
        fetcher={fetcher}
        caption="Users"
        list="users"
        columns={columns}
        empty="Users not found"
      />
    </StaffPage>
  );
}

type UserRow = ReturnType<typeof rowView>;

/** Maps a user to their row in the list. */
function rowView(user: ListedUser) {
  return { id: user.id, name: fullName(user), email: user.email, address: addressLine(user) };
}
