import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { INVITED_SIDE } from "#app/domain/shared/invitations.ts";
import {
  countInvitations,
  expireInvitations,
  listInvitations,
} from "#app/domain/invitations/invitations.server.ts";
import type { InvitationRole } from "#app/domain/invitations/labels.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Column } from "#app/ui/data-table.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { contactOrDash, textOrDash } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
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
import type { ListPart } from "../shared/growing-list.tsx";
import { IfPermitted } from "../shared/allowed.tsx";
import {
  cancelLinkId,
  invitationRole,
  type InvitationRow,
  resendLinkId,
  rowView,
  TITLES,
} from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Invitations"), part: fromData("part") };

const PAGE_SIZE = 20;

/** Lists invitations to sell or to buy, depending on the URL (I-017, I-020). */
export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const role = invitationRole(request);
  const query = readListQuery(request, loadMore);
  // Expires invitations whose time is up, because the nightly job may not have run yet (AMB-R01).
  await nullIfFailed(expireInvitations(db), { what: "expiring invitations" });
  const { status, ...shown } = await openList(readPart(reader, role, query), {
    failure: "There was an error while fetching the invitations",
    what: "listing invitations",
  });
  return data({ role, title: TITLES[role].list, part: listTitlePart(query), ...shown }, { status });
}

/**
 * Reads from the primary database, because the replica may not have the row of a resent invitation
 * yet.
 */
function readPart(
  reader: StaffReader,
  role: InvitationRole,
  place: ListPlace,
): Promise<ListPart<InvitationRow>> {
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listInvitations(db, reader, { role, ...part }),
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
        <IfPermitted needs="handle">
          <ButtonLink to={paths.admin.newInvitation(role)} size="small">
            {TITLES[role].add}
          </ButtonLink>
        </IfPermitted>
      }
    >
      <WithDialog>
        <GrowingTable
          page={page}
          fetcher={fetcher}
          caption={title}
          list="invitations"
          columns={columns}
          empty={`No ${INVITED_SIDE[role]} invitations yet.`}
        />
      </WithDialog>
    </StaffPage>
  );
}

const TONES = {
  pending: "wait",
  sent: "plain",
  clicked: "plain",
  expired: "act",
  cancelled: "stop",
  completed: "done",
} as const satisfies Record<InvitationRow["status"], string>;

/** Columns, in the same order as in the specification. */
const columns: readonly Column<InvitationRow>[] = [
  { key: "name", title: "Full name", cell: (row) => row.name },
  { key: "email", title: "Email", width: "wide", cell: (row) => contactOrDash("email", row.email) },
  {
    key: "status",
    title: "Status",
    cell: ({ status, status_text, note }) => (
      // The texts must be in one element. Otherwise the card layout would put the note next to the
      // status.
      <div>
        <Badge tone={TONES[status]}>{status_text}</Badge>
        {note ? <p className="hint">{note}</p> : null}
      </div>
    ),
  },
  {
    key: "action",
    title: "Action",
    cell: Action,
  },
  {
    key: "sent",
    title: "Email sent at",
    cell: (row) => textOrDash(row.email_sent_at),
  },
  {
    key: "address",
    title: "Property address",
    cell: (row) => textOrDash(row.address),
  },
  { key: "invited_by", title: "Invited by", cell: (row) => row.invited_by },
  { key: "code", title: "Referral code", cell: (row) => textOrDash(row.referral_code) },
];

function Action({ id, role, name, can_resend, can_cancel }: InvitationRow) {
  const what = `the invitation to ${name}`;
  if (can_resend) {
    const to = paths.admin.resendInvitation(role, id);
    return (
      <div>
        <DialogLink needs="handle" id={resendLinkId(id)} to={to} what={what}>
          Resend
        </DialogLink>
      </div>
    );
  }
  if (can_cancel) {
    const to = paths.admin.cancelInvitation(role, id);
    return (
      <div>
        <DialogLink needs="handle" id={cancelLinkId(id)} to={to} kind="quiet" what={what}>
          Cancel
        </DialogLink>
      </div>
    );
  }
  return textOrDash(null);
}
