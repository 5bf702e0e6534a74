import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { DialogLink } from "../kit/dialog-link.tsx";
import { StaffPage } from "../kit/staff-page.tsx";
import { WithDialog } from "../kit/with-dialog.tsx";
import { openRecord } from "../kit/open-record.server.ts";
import { findEstateAgent } from "./estate-agent.server.ts";
import { agentView, type AgentView, FAILURES } from "./view.ts";
import { Coordinator, Negotiators, Valuers } from "./people/cards.tsx";

export const handle: PageHandle = { title: titleFromData("Estate agent") };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    read: async () => agentView(await findEstateAgent(id)),
    title: ({ label }) => label,
    failure: FAILURES.read,
  });
}

export default function EstateAgentPage() {
  const { title, record: agent } = useLoaderData<typeof loader>();
  return (
    <StaffPage title={title} trail={[{ label: "Estate Agents", to: paths.admin.estateAgents() }]}>
      {agent ? (
        <WithDialog>
          <div className="stack">
            <SummaryList
              layout="grid"
              rows={[
                { term: "ID", description: <CopyButton label="ID" value={agent.id} /> },
                { term: "Office", description: <CopyButton label="Office" value={agent.label} /> },
              ]}
            />
            <Valuers agent={agent} />
            <Coordinator agent={agent} />
            <Office agent={agent} />
            <Negotiators agent={agent} />
            <Checks agent={agent} />
          </div>
        </WithDialog>
      ) : null}
    </StaffPage>
  );
}

const urls = paths.admin.estateAgentPart;

function Office({ agent: { id, office } }: { agent: AgentView }) {
  return (
    <Card
      title="Office details"
      actions={
        <DialogLink id="edit-office" to={urls.office(id)} what="office details">
          Edit
        </DialogLink>
      }
    >
      <SummaryList
        layout="grid"
        rows={[
          { term: "Brand", description: office.brand },
          { term: "Name", description: office.name },
          { term: "Phone", description: office.phone, by: "phone" },
          { term: "Address", description: office.address },
        ]}
      />
    </Card>
  );
}

function Checks({ agent: { id, checks } }: { agent: AgentView }) {
  return (
    <Card
      title="Thirdfort Checks"
      actions={
        <DialogLink id="edit-checks" to={urls.checks(id)} what="Thirdfort checks">
          Edit
        </DialogLink>
      }
    >
      <SummaryList
        layout="grid"
        rows={[
          { term: "Requests checks of", description: checks.requests },
          { term: "Receives checks of", description: checks.receives },
          { term: "Requester emails", description: checks.emails },
        ]}
      />
    </Card>
  );
}
