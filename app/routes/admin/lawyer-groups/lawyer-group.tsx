import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { readLawFirm } from "#app/domain/solicitors/law-firms.server.ts";
import { readLawyerGroup } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { homesText, type Lawyer, panelText } from "#app/domain/solicitors/parts.ts";
import { readLawyerGroupRetirement } from "#app/domain/solicitors/retirement.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { ContactLink } from "#app/ui/contact-link.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { NOT_PROVIDED, SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { WithDialog } from "../shared/dialog-link.tsx";
import { openRecord } from "../shared/open-record.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { DetailsCard } from "../law-firms/details-card.tsx";
import { GROUP_FAILURES } from "../law-firms/failures.ts";

export const handle: PageHandle = { title: titleFromData("Lawyer group") };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "look",
    async read(reader) {
      const group = await readLawyerGroup(db, id);
      const firm = await readLawFirm(db, group.law_firm_id);
      const { retired_at, firm_retired_at } = await readLawyerGroupRetirement(db, id);
      await reader.recordView({ record: { type: "lawyer_group", id } });
      return {
        id,
        ...group,
        law_firm: firm.name,
        retired: retired_at !== null,
        firm_retired: firm_retired_at !== null,
      };
    },
    title: ({ name }) => name,
    failure: GROUP_FAILURES.read,
  });
}

export default function LawyerGroupPage() {
  const { title, record: group } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={title}
      trail={[
        { label: "Law Firms", to: paths.admin.lawFirms() },
        ...(group ? [{ label: group.law_firm, to: paths.admin.lawFirm(group.law_firm_id) }] : []),
      ]}
      badges={
        group ? (
          <>
            <Badge>{panelText(group.panel_solicitor)}</Badge>
            {group.retired || group.firm_retired ? <Badge tone="stop">Retired</Badge> : null}
          </>
        ) : null
      }
    >
      {group ? (
        <WithDialog>
          <div className="stack">
            <DetailsCard
              what="lawyer group"
              id={group.id}
              retired={group.retired}
              edit={paths.admin.editLawyerGroup(group.id)}
              retire={paths.admin.retireLawyerGroup(group.id)}
              rows={[
                {
                  term: "Law firm",
                  description: (
                    <Link to={paths.admin.lawFirm(group.law_firm_id)}>{group.law_firm}</Link>
                  ),
                },
                ...(group.firm_retired
                  ? [
                      {
                        term: "Retired",
                        description:
                          "Its law firm is retired. Restore the law firm to use this group again.",
                      },
                    ]
                  : []),
                { term: "Homes", description: homesText(group) },
                {
                  term: "Usual legal fee",
                  description: group.legal_fee_pounds && formatPounds(group.legal_fee_pounds),
                },
                {
                  term: "Usual time to exchange",
                  description:
                    group.usual_working_days && pluralise(group.usual_working_days, "working day"),
                },
                { term: "Invoicing address", description: group.invoicing_address },
              ]}
            />
            <Card title="Solicitor">
              {group.solicitor ? <Person lawyer={group.solicitor} /> : <None />}
            </Card>
            <Card title="Legal assistants">
              {group.legal_assistants.map((assistant) => (
                <Person key={assistant.email} lawyer={assistant} />
              ))}
              {group.legal_assistants.length === 0 ? <None /> : null}
            </Card>
            <Card title="Thirdfort recipients">
              {group.thirdfort_recipient_emails.length > 0 ? (
                <ul>
                  {group.thirdfort_recipient_emails.map((email) => (
                    <li key={email}>
                      <ContactLink by="email" value={email} />
                    </li>
                  ))}
                </ul>
              ) : (
                <None />
              )}
            </Card>
          </div>
        </WithDialog>
      ) : null}
    </StaffPage>
  );
}

function Person({ lawyer }: { lawyer: Lawyer }) {
  return (
    <SummaryList
      layout="grid"
      rows={[
        { term: "Name", description: fullName(lawyer) },
        { term: "Email", description: lawyer.email, by: "email" },
        { term: "Phone", description: lawyer.phone_number, by: "phone" },
      ]}
    />
  );
}

function None() {
  return <p className="hint">{NOT_PROVIDED}</p>;
}
