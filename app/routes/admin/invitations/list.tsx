import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { expireInvitations } from "#app/domain/invitations/expire-lapsed.server.ts";
import { INVITED, type InvitationRole } from "#app/domain/invitations/labels.ts";
import {
  countInvitations,
  listInvitations,
} from "#app/domain/invitations/list-invitations.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { GrowingTable } from "../kit/growing-table.tsx";
import { partText, type ListPlace, openList, readListPart } from "../kit/list-part.server.ts";
import { loadMore, readListQuery } from "../kit/list-query.server.ts";
import { StaffPage } from "../kit/staff-page.tsx";
import type { ListPart } from "../kit/use-load-more.ts";
import { WithDialog } from "../kit/with-dialog.tsx";
import { columns } from "./columns.tsx";
import { invitationRole, type InvitationRow, rowView, TITLES } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Invitations"), part: fromData("part") };

const PAGE_SIZE = 20;

/** The invitations to sell, or those to buy: the address says which (I-017, I-020). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const role = invitationRole(request);
  const query = readListQuery(request, loadMore);
  // What has expired by now is shown so, whether the night has come or not (AMB-R01).
  await nullIfFailed(expireInvitations(db), { what: "expiring invitations" });
  const { status, ...shown } = await openList(readPart(role, query), {
    failure: "There was an error while fetching the invitations",
    what: "listing invitations",
  });
  return data({ role, title: TITLES[role].list, part: partText(query), ...shown }, { status });
}

/** From the database that is written to: who has just resent one sees the new row. */
function readPart(role: InvitationRole, place: ListPlace): Promise<ListPart<InvitationRow>> {
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listInvitations(db, { role, ...part }),
    count: () => countInvitations(db, role),
    row: rowView,
    to: (next) => paths.admin.invitations(role, next),
  });
}

export default function Invitations() {
  const page = useLoaderData<typeof loader>();
  const { role, title } = page;
  const fetcher = useFetcher<typeof loader>();
  return (
    <StaffPage
      title={title}
      actions={
        <ButtonLink to={paths.admin.newInvitation(role)} size="small">
          {TITLES[role].add}
        </ButtonLink>
      }
    >
      <WithDialog>
        <GrowingTable
          page={page}
          fetcher={fetcher}
          caption={title}
          list="invitations"
          columns={columns}
          empty={`No ${INVITED[role]} has been invited yet.`}
        />
      </WithDialog>
    </StaffPage>
  );
}
