import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addressLine } from "#app/domain/shared/address.ts";
import { fullName, fullNames } from "#app/domain/shared/names.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { listOpenMatters, readFirmSpeed } from "#app/domain/solicitors/firm-speed.server.ts";
import { readLawFirm } from "#app/domain/solicitors/law-firms.server.ts";
import { listLawyerGroups } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { type LawFirm, panelText } from "#app/domain/solicitors/parts.ts";
import { readRetirement } from "#app/domain/solicitors/retirement.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { contactOrDash, RowLink, textOrDash } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { openRecord } from "../shared/open-record.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { DetailsCard } from "./details-card.tsx";
import { FAILURES, GROUP_FAILURES } from "./failures.ts";
import { matterRows, OpenMatters, SpeedCard, speedRows } from "./firm-work.tsx";

export const handle: PageHandle = { title: titleFromData("Law firm") };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "look",
    async read(reader) {
      const firm = await readLawFirm(db, id);
      const groups = await nullIfFailed(listLawyerGroups(db, id), {
        what: GROUP_FAILURES.read,
      });
      const { retired_at } = await readRetirement(db, { type: "law_firm", id });
      const work = await nullIfFailed(readWork(reader, id), { what: "reading a firm’s work" });
      return {
        ...lawFirmView(id, firm),
        retired: retired_at !== null,
        groups: groups && groups.map(groupRow),
        work,
      };
    },
    title: ({ name }) => name,
    failure: FAILURES.read,
  });
}

/** Reads how fast a firm is, and its open matters. */
async function readWork(reader: StaffReader, id: string) {
  const open = await listOpenMatters(db, reader, id);
  return {
    speed: speedRows(await readFirmSpeed(db, id)),
    matters: matterRows(open),
    has_more: open.has_more,
  };
}

type GroupRow = ReturnType<typeof groupRow>;

function groupRow(group: Awaited<ReturnType<typeof listLawyerGroups>>[number]) {
  const { id, name, solicitor, legal_assistants } = group;
  return {
    id,
    name,
    solicitor: solicitor && fullName(solicitor),
    email: solicitor?.email ?? null,
    legal_assistants: fullNames(legal_assistants),
    panel: panelText(group.panel_solicitor),
    retired: group.retired_at !== null,
  };
}

/** Columns of the table of lawyer groups and the people in them (L-004 to L-007). */
const columns: readonly Column<GroupRow>[] = [
  {
    key: "name",
    title: "Group",
    width: "wide",
    cell: ({ id, name, retired }) => (
      <>
        <RowLink to={paths.admin.lawyerGroup(id)}>{name}</RowLink>
        {retired ? <Badge tone="stop">Retired</Badge> : null}
      </>
    ),
  },
  { key: "solicitor", title: "Solicitor", cell: (group) => textOrDash(group.solicitor) },
  { key: "email", title: "Email", cell: (group) => contactOrDash("email", group.email) },
  {
    key: "legal_assistants",
    title: "Legal assistants",
    cell: (group) => textOrDash(group.legal_assistants),
    width: "wide",
  },
  { key: "panel", title: "Panel", cell: (group) => group.panel },
];

export default function LawFirmPage() {
  const { title, record: firm } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={title}
      trail={[{ label: "Law Firms", to: paths.admin.lawFirms() }]}
      badges={firm?.retired ? <Badge tone="stop">Retired</Badge> : null}
    >
      {firm ? (
        <WithDialog>
          <div className="stack">
            <DetailsCard
              what="law firm"
              id={firm.id}
              retired={firm.retired}
              edit={paths.admin.editLawFirm(firm.id)}
              retire={paths.admin.retireLawFirm(firm.id)}
              rows={firm.details}
            />
            <Card
              title="Lawyer groups"
              actions={
                <DialogLink
                  needs="keep_firms"
                  id="add-lawyer-group"
                  to={paths.admin.newLawyerGroup(firm.id)}
                  refusal={firm.retired ? "This law firm is retired" : null}
                >
                  Add lawyer group
                </DialogLink>
              }
            >
              {firm.groups ? (
                <DataTable
                  caption={`Lawyer groups at ${firm.name}`}
                  hideCaption
                  list="lawyer-groups"
                  columns={columns}
                  rows={firm.groups}
                  rowKey={({ id }) => id}
                  empty="No lawyer groups yet."
                />
              ) : (
                <Notification kind="error" title={GROUP_FAILURES.read} />
              )}
            </Card>
            {firm.work ? (
              <>
                <SpeedCard rows={firm.work.speed} />
                <OpenMatters
                  name={firm.name}
                  rows={firm.work.matters}
                  has_more={firm.work.has_more}
                />
              </>
            ) : null}
          </div>
        </WithDialog>
      ) : null}
    </StaffPage>
  );
}

function lawFirmView(id: string, { name, email, phone_number, address }: LawFirm) {
  return {
    id,
    name,
    details: [
      { term: "Name", description: name },
      { term: "Email", description: email, by: "email" as const },
      { term: "Phone", description: phone_number, by: "phone" as const },
      { term: "Organisation name", description: address?.organisation_name ?? null },
      { term: "Address", description: address && addressLine(address) },
      { term: "Country", description: address?.country ?? null },
    ],
  };
}
