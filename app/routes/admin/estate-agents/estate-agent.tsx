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
import { openEstateAgent } from "./open-estate-agent.server.ts";
import { Negotiators, Valuers } from "./people-cards.tsx";
import type { AgentView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Estate agent") };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openEstateAgent(request, params.id);
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

function Coordinator({ agent: { id, coordinator } }: { agent: AgentView }) {
  const edit = urls.coordinator(id);
  return (
    <Card
      title="Office Coordinator"
      actions={
        coordinator ? (
          <>
            <DialogLink id="edit-coordinator" to={edit} what="office coordinator">
              Edit
            </DialogLink>
            <DialogLink
              id="delete-coordinator"
              to={urls.deleteCoordinator(id)}
              kind="quiet"
              what="office coordinator"
            >
              Delete
            </DialogLink>
          </>
        ) : (
          <DialogLink id="edit-coordinator" to={edit}>
            Add office coordinator
          </DialogLink>
        )
      }
    >
      {coordinator ? (
        <SummaryList
          layout="grid"
          rows={[
            { term: "Name", description: coordinator.name },
            { term: "Email", description: coordinator.email, by: "email" },
            { term: "Phone", description: coordinator.phone, by: "phone" },
            { term: "Subscribed", description: coordinator.subscribed },
          ]}
        />
      ) : (
        <p className="hint">There is no coordinator yet.</p>
      )}
    </Card>
  );
}

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
