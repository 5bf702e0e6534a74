import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { DialogLink } from "../../kit/dialog-link.tsx";
import type { AgentView } from "../../estate-agents/view.ts";

/** The agent of a matter, to read only: another one is a page of its own (AMB-K03). */
export function AssignedAgent({ id, agent }: { id: string; agent: AgentView }) {
  const { office, valuers, negotiators, checks } = agent;
  return (
    <Card
      title="Estate Agent"
      actions={
        <DialogLink
          id="put-right-agent"
          to={paths.admin.putRightEstateAgent(id)}
          what="the estate agent"
        >
          Put right
        </DialogLink>
      }
    >
      <SummaryList
        rows={[
          { term: "Brand", description: office.brand },
          {
            term: "Office",
            description: <Link to={paths.admin.estateAgent(agent.id)}>{agent.label}</Link>,
          },
          { term: "Phone", description: office.phone },
          { term: "Valuers", description: <People people={valuers} /> },
          { term: "Negotiators", description: <People people={negotiators} /> },
          { term: "Requests checks of", description: checks.requests },
          { term: "Receives checks of", description: checks.receives },
          { term: "Requester emails", description: checks.emails },
        ]}
      />
    </Card>
  );
}

function People({ people }: { people: { id: string; name: string; contact: string }[] }) {
  if (people.length === 0) return "None";
  return people.map(({ id, name, contact }) => (
    <div key={id}>{[name, contact].filter(Boolean).join(", ")}</div>
  ));
}
