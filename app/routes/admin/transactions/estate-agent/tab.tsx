import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listAgentOptions } from "#app/domain/estate-agents/agent-names.server.ts";
import { readEstateAgent } from "#app/domain/estate-agents/read-estate-agent.server.ts";
import { AssignmentForm } from "#app/domain/transactions/assign-estate-agent.server.ts";
import { invalid, parseForm } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db, readDb } from "#db/connection.ts";
import { agentView } from "../../estate-agents/view.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { filters, readListQuery } from "../../kit/list-query.server.ts";
import { WithDialog } from "../../kit/with-dialog.tsx";
import { openTransaction } from "../open-transaction.server.ts";
import { AssignForm } from "./assign-form.tsx";
import { AssignedAgent } from "./assigned-agent.tsx";

export const handle: LayoutHandle = { part: "Estate Agent" };

const FETCH_FAILED = { what: "There was an error fetching estate agents" };

/** The agent of the matter, or the form to assign one: to whoever has none, whatever the seller has said (AMB-M07). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const opened = await openTransaction(request, params.id);
  const { record } = opened.data;
  if (!record) return { status: "", agent: null, options: null, chosen: undefined };
  const { estate_agent_id, estate_agent_text } = record;
  const [agent, options] = await Promise.all([
    estate_agent_id
      ? nullIfFailed(readEstateAgent(db, estate_agent_id).then(agentView), FETCH_FAILED)
      : null,
    estate_agent_id ? null : nullIfFailed(listAgentOptions(readDb), FETCH_FAILED),
  ]);
  const { estate_agent: chosen } = readListQuery(request, { estate_agent: filters.id() });
  return {
    status: estate_agent_text,
    agent,
    options,
    chosen,
    id: record.id,
    estate_agent_id,
  };
}

/** Which agent, to be confirmed on the next page. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireActor(request);
  const submission = await parseForm(request, AssignmentForm);
  if (submission.status !== "success") return invalid(submission);
  const { estate_agent_id: estate_agent } = submission.value;
  return redirect(paths.admin.assignEstateAgent(params.id ?? "", { estate_agent }), 303);
}

export default function EstateAgentTab() {
  const { status, agent, options, chosen, id, estate_agent_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!id) return null;
  if (agent) return <AssignedAgent agent={agent} />;
  return (
    <WithDialog>
      <Card title="Estate Agent">
        <p>{status}</p>
        {estate_agent_id ? (
          <Notification
            kind="error"
            title="There was an error while fetching the estate agent details"
          />
        ) : options ? (
          <AssignForm options={options} chosen={chosen} lastResult={result?.lastResult} />
        ) : (
          <Notification kind="error" title="Failed to fetch estate agents" />
        )}
      </Card>
    </WithDialog>
  );
}
