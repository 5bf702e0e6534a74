import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { listLawFirms } from "#app/domain/solicitors/law-firms.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ContactLink } from "#app/ui/contact-link.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { contactOrDash, RowLink } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { StaffPage } from "../shared/staff-page.tsx";

export const handle: PageHandle = { title: "Law Firms" };

const FAILURE = "There was an error fetching law firms";

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const firms = await nullIfFailed(listLawFirms(readDb), { what: FAILURE });
  if (firms) await reader.recordView({ list: "law_firms" });
  return data({ firms }, { status: firms ? 200 : 500 });
}

type LawFirm = Omit<Awaited<ReturnType<typeof listLawFirms>>[number], "retired_at"> & {
  retired_at: Date | string | null;
};

/** Columns, in the same order as in the specification: name, email and phone (L-001 to L-003). */
const columns: readonly Column<LawFirm>[] = [
  {
    key: "name",
    title: "Name",
    width: "wide",
    cell: ({ id, name, retired_at }) => (
      <>
        <RowLink to={paths.admin.lawFirm(id)}>{name}</RowLink>
        {retired_at ? <Badge tone="stop">Retired</Badge> : null}
      </>
    ),
  },
  {
    key: "email",
    title: "Email",
    width: "wide",
    cell: ({ email }) => (email ? <ContactLink by="email" value={email} /> : "unknown"),
  },
  {
    key: "phone",
    title: "Phone",
    cell: ({ phone_number }) => contactOrDash("phone", phone_number),
  },
];

export default function LawFirms() {
  const { firms } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title="Law Firms"
      actions={
        <DialogLink
          needs="keep_firms"
          id="add-law-firm"
          to={paths.admin.newLawFirm()}
          kind="primary"
        >
          Add law firm
        </DialogLink>
      }
    >
      <WithDialog>
        {firms ? (
          <DataTable
            caption="Law Firms"
            hideCaption
            list="law-firms"
            columns={columns}
            rows={firms}
            rowKey={({ id }) => id}
            empty="No law firms yet."
          />
        ) : (
          <Notification kind="error" title={FAILURE} />
        )}
      </WithDialog>
    </StaffPage>
  );
}
