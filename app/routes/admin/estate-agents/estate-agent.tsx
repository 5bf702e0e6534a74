import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { PERSON_KINDS } from "#app/domain/estate-agents/parts.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { openRecord } from "../shared/open-record.server.ts";
import { findEstateAgent } from "./estate-agent.server.ts";
import { agentView, type AgentView, FAILURES } from "./view.ts";
import { WEEKLY_LEADS } from "./people/person-dialogs.tsx";

export const handle: PageHandle = { title: titleFromData("Estate agent") };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "look",
    async read(reader) {
      const agent = agentView(await findEstateAgent(id));
      await reader.recordView({ record: { type: "estate_agent", id } });
      return agent;
    },
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
        <DialogLink needs="keep_firms" id="edit-office" to={urls.office(id)} what="office details">
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
        <DialogLink
          needs="keep_firms"
          id="edit-checks"
          to={urls.checks(id)}
          what="Thirdfort checks"
        >
          Edit
        </DialogLink>
      }
    >
      <SummaryList
        layout="grid"
        rows={[
          { term: "Requests checks on", description: checks.requests },
          { term: "Receives checks on", description: checks.receives },
          { term: "Requester emails", description: checks.emails },
        ]}
      />
    </Card>
  );
}

/** Renders the valuers, with a mark on the primary valuer (M-022, M-023). */
function Valuers({ agent }: { agent: AgentView }) {
  const { id, valuers, can_add, can_delete_valuers } = agent;
  return (
    <Card
      title="Valuers"
      actions={
        can_add.valuer ? (
          <DialogLink needs="keep_firms" id="add-valuer" to={urls.addValuer(id)}>
            Add valuer
          </DialogLink>
        ) : null
      }
    >
      <div className="people-cards">
        {valuers.map((valuer) => (
          <PersonCard
            key={valuer.id}
            person={valuer}
            badge={valuer.primary ? <Badge tone="done">Primary</Badge> : <Badge>Secondary</Badge>}
            subscribed={valuer.subscribed}
            edit={urls.valuer(id, valuer.id)}
            remove={can_delete_valuers ? urls.deleteValuer(id, valuer.id) : null}
          />
        ))}
      </div>
    </Card>
  );
}

/** Renders the negotiators. An office has at most five (M-026, M-027). */
function Negotiators({ agent }: { agent: AgentView }) {
  const { id, negotiators, can_add } = agent;
  return (
    <Card
      title="Negotiators"
      actions={
        can_add.negotiator ? (
          <DialogLink needs="keep_firms" id="add-negotiator" to={urls.addNegotiator(id)}>
            Add negotiator
          </DialogLink>
        ) : null
      }
    >
      {negotiators.length > 0 ? (
        <div className="people-cards">
          {negotiators.map((negotiator) => (
            <PersonCard
              key={negotiator.id}
              person={negotiator}
              edit={urls.negotiator(id, negotiator.id)}
              remove={urls.deleteNegotiator(id, negotiator.id)}
            />
          ))}
        </div>
      ) : (
        <p className="hint">No negotiators yet.</p>
      )}
      {can_add.negotiator ? null : (
        <p className="hint">
          This office has {PERSON_KINDS.negotiator.max} negotiators, the most it can have.
        </p>
      )}
    </Card>
  );
}

/** Renders the coordinator, if the office has one (M-024). */
function Coordinator({ agent: { id, coordinator } }: { agent: AgentView }) {
  const edit = urls.coordinator(id);
  return (
    <Card
      title="Office Coordinator"
      actions={
        coordinator ? (
          <>
            <DialogLink
              needs="keep_firms"
              id="edit-coordinator"
              to={edit}
              what="office coordinator"
            >
              Edit
            </DialogLink>
            <DialogLink
              needs="keep_firms"
              id="delete-coordinator"
              to={urls.deleteCoordinator(id)}
              kind="quiet"
              what="office coordinator"
            >
              Delete
            </DialogLink>
          </>
        ) : (
          <DialogLink needs="keep_firms" id="edit-coordinator" to={edit}>
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
        <p className="hint">No office coordinator yet.</p>
      )}
    </Card>
  );
}

function PersonCard({
  person,
  badge,
  subscribed,
  edit,
  remove,
}: {
  person: { id: string; name: string; email: string | null; phone: string | null };
  badge?: ReactNode;
  subscribed?: string;
  edit: string;
  remove: string | null;
}) {
  const { id, name, email, phone } = person;
  return (
    <Card
      level="h3"
      title={
        <span className="cluster">
          {name}
          {badge}
        </span>
      }
      actions={
        <>
          <DialogLink needs="keep_firms" id={`edit-${id}`} to={edit} what={name}>
            Edit
          </DialogLink>
          {remove ? (
            <DialogLink needs="keep_firms" id={`delete-${id}`} to={remove} kind="quiet" what={name}>
              Delete
            </DialogLink>
          ) : null}
        </>
      }
    >
      <SummaryList
        layout="grid"
        rows={[
          { term: "Email", description: email, by: "email" },
          { term: "Phone", description: phone, by: "phone" },
          ...(subscribed ? [{ term: WEEKLY_LEADS, description: subscribed }] : []),
        ]}
      />
    </Card>
  );
}
