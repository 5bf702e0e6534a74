import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { agentFeeText } from "#app/domain/assignments/agent-fee.ts";
import { readAgentFee } from "#app/domain/assignments/agent-fee.server.ts";
import { readEstateAgent } from "#app/domain/estate-agents/estate-agents.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { agentView, type AgentView, FAILURES } from "../../estate-agents/view.ts";
import { contactOrDash } from "../../shared/cells.tsx";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tabs.tsx";
import { readAgentChoices, respondToAgentChoice } from "./assignment.server.ts";
import { IfPermitted } from "../../shared/allowed.tsx";
import { AssignForm } from "./assignment.tsx";

export const handle: LayoutHandle = { part: "Estate Agent" };

/**
 * Returns the estate agent of the matter. If there is none, returns the choices, even if the seller
 * says that they have no estate agent (AMB-M07).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id, estate_agent_id, estate_agent_text: status }) => {
    if (!estate_agent_id) {
      const choices = { of: await readAgentChoices(request) };
      return { id, status, agent: null, fee: null, choices };
    }
    const agent = await nullIfFailed(readEstateAgent(db, estate_agent_id).then(agentView), {
      what: "There was an error fetching estate agents",
    });
    const fee = await readAgentFee(db, id);
    return { id, status, agent, fee: fee && agentFeeText(fee), choices: null };
  });
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  respondToAgentChoice(request, (query) => paths.admin.assignEstateAgent(id, query));

export default function EstateAgentTab() {
  const result = useActionData<typeof action>();
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ id, status, agent, fee, choices }) =>
        agent ? (
          <AssignedAgent id={id} agent={agent} fee={fee} />
        ) : (
          <Card title="Estate Agent">
            <p>{status}</p>
            {choices ? (
              <IfPermitted needs="handle">
                <AssignForm
                  action={paths.admin.transactionTab["estate-agent"](id)}
                  choices={result ? result.choices : choices.of}
                  lastResult={result?.lastResult}
                />
              </IfPermitted>
            ) : (
              <Notification kind="error" title={FAILURES.read} />
            )}
          </Card>
        )
      }
    </Tab>
  );
}

/**
 * Shows the estate agent of the matter, which can’t be edited here. A separate page replaces the
 * estate agent (AMB-K03).
 */
function AssignedAgent({ id, agent, fee }: { id: string; agent: AgentView; fee: string | null }) {
  const { office, valuers, negotiators, checks } = agent;
  return (
    <Card
      title="Estate Agent"
      actions={
        <>
          <DialogLink needs="handle" id="ready-links" to={paths.admin.readyLinks(id)}>
            Share what’s ready
          </DialogLink>
          <DialogLink needs="handle" id="agent-fee" to={paths.admin.agentFee(id)}>
            Edit fee
          </DialogLink>
          <DialogLink
            needs="put_right"
            id="put-right-agent"
            to={paths.admin.putRightEstateAgent(id)}
            what="the estate agent"
          >
            Put right
          </DialogLink>
        </>
      }
    >
      <SummaryList
        rows={[
          { term: "Brand", description: office.brand },
          {
            term: "Office",
            description: <Link to={paths.admin.estateAgent(agent.id)}>{agent.label}</Link>,
          },
          { term: "Fee", description: fee ?? "Not known" },
          { term: "Phone", description: contactOrDash("phone", office.phone) },
          { term: "Valuers", description: <People people={valuers} /> },
          { term: "Negotiators", description: <People people={negotiators} /> },
          { term: "Requests checks on", description: checks.requests },
          { term: "Receives checks on", description: checks.receives },
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
