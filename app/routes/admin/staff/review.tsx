import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminDate, adminMoment } from "#app/domain/shared/dates.ts";
import { capitalise } from "#app/domain/shared/format.ts";
import { listReviews } from "#app/domain/staff/access-reviews.server.ts";
import { PERMISSIONS, ROLE_NAMES, STAFF_ROLES } from "#app/domain/staff/roles.ts";
import { listStaff } from "#app/domain/staff/staff.server.ts";
import { paths } from "#app/paths.ts";
import { ContactLink } from "#app/ui/contact-link.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { textOrDash } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { type MemberView, memberView } from "./view.ts";

const TITLE = "Access review";

export const handle: PageHandle = { title: TITLE };

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "see_staff");
  const [staff, reviews] = await Promise.all([listStaff(db), listReviews(db)]);
  await reader.recordView({ list: "staff" });
  return {
    today: adminDate(new Date()),
    rows: staff.map(memberView).flatMap(roleRows),
    reviews: reviews.map(({ id, reviewed_at, reviewer }) => ({
      id,
      at: adminMoment(reviewed_at),
      reviewer,
    })),
  };
}

type Row = Pick<MemberView, "name" | "email" | "last_seen" | "factors" | "status"> & {
  key: string;
  role: string;
  since: string | null;
  by: string | null;
};

function roleRows({ id, name, email, roles, last_seen, factors, status }: MemberView): Row[] {
  const member = { name, email, last_seen, factors, status };
  if (roles.length === 0) return [{ ...member, key: id, role: "None", since: null, by: null }];
  return roles.map(({ role, since, by }) => ({
    ...member,
    key: `${id} ${role}`,
    role,
    since,
    by: by ?? "System",
  }));
}

export default function AccessReview() {
  const { today, rows, reviews } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      trail={[
        { label: "Users", to: paths.admin.users() },
        { label: "Staff", to: paths.admin.staff() },
      ]}
      badges={<p className="hint">As of {today}. To print this page, use your browser.</p>}
      actions={
        <DialogLink
          needs="change_staff"
          id="confirm-review"
          to={paths.admin.confirmAccessReview()}
          kind="primary"
        >
          Confirm review
        </DialogLink>
      }
    >
      <WithDialog>
        <div className="stack" data-gap="l">
          <DataTable
            caption="Who can do what"
            list="access-review"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ key }) => key}
          />
          <DataTable
            caption="What each role can do"
            list="roles"
            columns={RULE_COLUMNS}
            rows={RULES}
            rowKey={({ to }) => to}
          />
          <DataTable
            caption="Previous reviews"
            list="access-reviews"
            columns={REVIEWS}
            rows={reviews}
            rowKey={({ id }) => id}
            empty="No reviews yet."
          />
        </div>
      </WithDialog>
    </StaffPage>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { key: "name", title: "Name", cell: ({ name }) => name },
  {
    key: "email",
    title: "Email",
    cell: ({ email }) => <ContactLink by="email" value={email} />,
    width: "wide",
  },
  { key: "role", title: "Role", cell: ({ role }) => role },
  { key: "since", title: "Since", cell: ({ since }) => textOrDash(since), width: "line" },
  { key: "by", title: "Granted by", cell: ({ by }) => textOrDash(by) },
  {
    key: "seen",
    title: "Last seen",
    cell: ({ last_seen }) => textOrDash(last_seen),
    width: "line",
  },
  { key: "factor", title: "Second factor", cell: ({ factors }) => factors },
  { key: "status", title: "Status", cell: ({ status }) => status },
];

const RULES = Object.values(PERMISSIONS);

/** Columns of the table of roles. They are made from the rules that the guards use. */
const RULE_COLUMNS: readonly Column<(typeof RULES)[number]>[] = [
  { key: "to", title: "Action", cell: ({ to }) => capitalise(to), width: "wide" },
  ...STAFF_ROLES.map((role): Column<(typeof RULES)[number]> => ({
    key: role,
    title: ROLE_NAMES[role],
    cell: ({ roles }) => (roles === "all" || roles.includes(role) ? "Yes" : "No"),
  })),
];

type Review = ReturnType<typeof useLoaderData<typeof loader>>["reviews"][number];

const REVIEWS: readonly Column<Review>[] = [
  { key: "at", title: "Date", cell: ({ at }) => at, width: "line" },
  { key: "reviewer", title: "Reviewed by", cell: ({ reviewer }) => reviewer },
];
