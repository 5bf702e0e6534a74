import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { GROUP_HAS_AGENT } from "#app/domain/assignments/estate-agent.server.ts";
import { countTransactions } from "#app/domain/groups/labels.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { DialogLink, WithDialog } from "../../shared/dialog-link.tsx";
import {
  readAgentChoices,
  respondToAgentChoice,
} from "../../transactions/estate-agent/assignment.server.ts";
import { AssignForm } from "../../transactions/estate-agent/assignment.tsx";
import { type GroupView, openGroup } from "../open-group.server.ts";

export const handle: LayoutHandle = { part: "Ops" };

/**
 * Returns the group and the choices for assigning an estate agent and solicitors to all its matters
 * (P-060, P-061).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { record: group } = (await openGroup(request, params.id)).data;
  if (!group) return null;
  if (group.with_agent > 0) return { group, blocked: GROUP_HAS_AGENT, choices: null };
  return { group, blocked: null, choices: await readAgentChoices(request) };
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  respondToAgentChoice(request, (query) => paths.admin.assignGroupEstateAgent(id, query));

export default function OpsTab() {
  const tab = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!tab) return null;
  const { group, blocked, choices } = tab;
  return (
    <WithDialog>
      <div className="stack">
        <Card title="Step 1: assign estate agent">
          {blocked === null ? (
            <AssignForm
              action={paths.admin.transactionsGroupOps(group.id)}
              choices={result ? result.choices : choices}
              lastResult={result?.lastResult}
            />
          ) : (
            <>
              <Notification kind="warning" title={blocked} />
              <p>
                {group.with_agent} of {group.size}: {group.agents}
              </p>
            </>
          )}
        </Card>
        <Card title="Step 2: assign solicitor for all transactions in the group">
          <Solicitors group={group} />
        </Card>
      </div>
    </WithDialog>
  );
}

/**
 * Renders the card that assigns solicitors. An assignment skips matters that have solicitors
 * (AMB-L06).
 */
function Solicitors({ group: { id, units, size, with_solicitors } }: { group: GroupView }) {
  const left = units.length - with_solicitors;
  if (left === 0)
    return (
      <p>
        Solicitors have been assigned to{" "}
        {size === "1 transaction" ? "the transaction" : `all ${size}`} in this group.
      </p>
    );
  return (
    <>
      <p>
        {with_solicitors === 0
          ? `No solicitors have been assigned to the ${size} in this group yet.`
          : `${countTransactions(with_solicitors)} with solicitors will be skipped. ${countTransactions(left)} without solicitors will be assigned.`}
      </p>
      <p>
        <DialogLink
          needs="handle"
          id="assign-solicitors"
          to={paths.admin.assignGroupSolicitors(id)}
          kind="primary"
        >
          Assign solicitors
        </DialogLink>
      </p>
    </>
  );
}
