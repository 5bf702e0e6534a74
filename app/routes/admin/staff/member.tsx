import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listSessions, type OwnSession } from "#app/auth/own-sessions.server.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { readStaffMember } from "#app/domain/staff/staff.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { textOrDash } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { openRecord } from "../shared/open-record.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { FETCH_FAILURE, type MemberView, memberView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Colleague") };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "see_staff",
    async read(reader) {
      const member = memberView(await readStaffMember(db, id));
      const sessions = await listSessions(db, id);
      await reader.recordView({ list: "staff" });
      return { ...member, open_sessions: sessions.map(sessionView) };
    },
    title: ({ name }) => name,
    failure: FETCH_FAILURE,
  });
}

function sessionView({ id, device, ip_address, signed_in_at, last_seen_at }: OwnSession) {
  return {
    id,
    device: device ?? "A browser",
    ip_address,
    since: signed_in_at && adminMoment(signed_in_at),
    last_seen: adminMoment(last_seen_at),
  };
}

const TRAIL = [
  { label: "Users", to: paths.admin.users() },
  { label: "Staff", to: paths.admin.staff() },
];

export default function Member() {
  const { title, record: member } = useLoaderData<typeof loader>();
  return (
    <StaffPage title={title} trail={TRAIL}>
      {member ? (
        <WithDialog>
          <div className="stack">
            <AccountCard member={member} />
            <RolesCard member={member} />
            <FactorCard member={member} />
            <SessionsCard id={member.id} sessions={member.open_sessions} />
          </div>
        </WithDialog>
      ) : null}
    </StaffPage>
  );
}

function AccountCard({ member }: { member: MemberView }) {
  const { id, name, email, status, last_signed_in, last_seen, is_deactivated } = member;
  return (
    <Card
      title="Account"
      actions={
        is_deactivated ? (
          <DialogLink
            needs="change_staff"
            id="bring-back"
            to={paths.admin.bringBackStaff(id)}
            what={name}
          >
            Reactivate
          </DialogLink>
        ) : (
          <DialogLink
            needs="change_staff"
            id="deactivate"
            to={paths.admin.deactivateStaff(id)}
            kind="quiet"
            what={name}
          >
            Deactivate
          </DialogLink>
        )
      }
    >
      <SummaryList
        layout="grid"
        rows={[
          { term: "Email", description: email, by: "email" },
          { term: "Status", description: status },
          { term: "Last signed in", description: last_signed_in ?? "Never" },
          { term: "Last seen", description: last_seen ?? "Never" },
        ]}
      />
    </Card>
  );
}

function RolesCard({ member: { id, name, roles } }: { member: MemberView }) {
  return (
    <Card
      title="Roles"
      actions={
        <DialogLink
          needs="change_staff"
          id="change-roles"
          to={paths.admin.staffRoles(id)}
          what={`for ${name}`}
        >
          Change roles
        </DialogLink>
      }
    >
      <DataTable
        caption={`${name}’s roles`}
        hideCaption
        list="staff-roles"
        columns={ROLE_COLUMNS}
        rows={roles}
        rowKey={({ role }) => role}
        empty="No role. This colleague can sign in but can’t see anything."
      />
    </Card>
  );
}

const ROLE_COLUMNS: readonly Column<MemberView["roles"][number]>[] = [
  { key: "role", title: "Role", cell: ({ role }) => role },
  { key: "since", title: "Since", cell: ({ since }) => since, width: "line" },
  { key: "by", title: "Granted by", cell: ({ by }) => by ?? "System" },
];

function FactorCard({ member: { id, name, factors, has_factor } }: { member: MemberView }) {
  return (
    <Card
      title="Second factor"
      actions={
        <DialogLink
          needs="change_staff"
          id="reset-second-factor"
          to={paths.admin.resetSecondFactor(id)}
          kind="quiet"
          what={`${name}’s second factor`}
          refusal={has_factor ? null : "No second factor to reset"}
        >
          Reset
        </DialogLink>
      }
    >
      <p>{has_factor ? `Set up: ${factors}.` : "Not set up."}</p>
    </Card>
  );
}

type Session = ReturnType<typeof sessionView>;

function SessionsCard({ id, sessions }: { id: string; sessions: readonly Session[] }) {
  const columns: readonly Column<Session>[] = [
    { key: "device", title: "Browser", cell: ({ device }) => device, width: "wide" },
    { key: "since", title: "Signed in", cell: ({ since }) => textOrDash(since), width: "line" },
    { key: "seen", title: "Last seen", cell: ({ last_seen }) => last_seen, width: "line" },
    { key: "ip_address", title: "From", cell: ({ ip_address }) => ip_address ?? "Unknown" },
    {
      key: "action",
      title: "Action",
      cell: (session) => (
        <DialogLink
          needs="change_staff"
          id={`end-${session.id}`}
          to={paths.admin.endStaffSessions(id, session.id)}
          kind="quiet"
          what={`(${session.device}, last seen ${session.last_seen})`}
        >
          Sign out
        </DialogLink>
      ),
    },
  ];
  return (
    <Card
      title="Where they’re signed in"
      actions={
        sessions.length > 0 ? (
          <DialogLink
            needs="change_staff"
            id="end-all"
            to={paths.admin.endStaffSessions(id, "all")}
          >
            Sign out everywhere
          </DialogLink>
        ) : null
      }
    >
      <DataTable
        caption="Sessions"
        hideCaption
        list="sign-ins"
        columns={columns}
        rows={sessions}
        rowKey={(session) => session.id}
        empty="Not signed in anywhere."
      />
    </Card>
  );
}
