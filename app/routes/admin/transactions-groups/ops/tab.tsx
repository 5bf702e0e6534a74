import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listAgentOptions } from "#app/domain/estate-agents/agent-names.server.ts";
import { countTransactions } from "#app/domain/groups/labels.ts";
import {
  AssignmentForm,
  GROUP_HAS_AGENT,
} from "#app/domain/transactions/assign-estate-agent.server.ts";
import { invalid, parseForm } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import type { Choice } from "#app/ui/forms/select-field.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { DialogLink } from "../../kit/dialog-link.tsx";
import { filters, readListQuery } from "../../kit/list-query.server.ts";
import { WithDialog } from "../../kit/with-dialog.tsx";
import { AssignForm } from "../../transactions/estate-agent/assign-form.tsx";
import { openGroup } from "../open-group.server.ts";
import type { GroupView } from "../view.ts";

export const handle: LayoutHandle = { part: "Ops" };

/** What staff assign to all transactions of a group at once (P-060, P-061). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { record: group } = (await openGroup(request, params.id)).data;
  if (!group) return null;
  const blocked = group.with_agent > 0 ? GROUP_HAS_AGENT : null;
  const options = blocked
    ? null
    : await nullIfFailed(listAgentOptions(readDb), {
        what: "There was an error fetching estate agents",
      });
  const { estate_agent: chosen } = readListQuery(request, { estate_agent: filters.id() });
  return { group, blocked, options, chosen };
}

/** Which agent, to be confirmed on the next page. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  await requireActor(request);
  const submission = await parseForm(request, AssignmentForm);
  if (submission.status !== "success") return invalid(submission);
  const { estate_agent_id: estate_agent } = submission.value;
  return redirect(paths.admin.assignGroupEstateAgent(id, { estate_agent }), 303);
}

export default function OpsTab() {
  const tab = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!tab) return null;
  const { group, blocked, options, chosen } = tab;
  return (
    <WithDialog>
      <div className="stack">
        <Card title="Step 1: assign estate agent">
          {blocked ? (
            <>
              <Notification kind="warning" title={blocked} />
              <p>
                {group.with_agent} of {group.size}: {group.agents}
              </p>
            </>
          ) : (
            <AgentForm group={group} options={options} chosen={chosen} result={result} />
          )}
        </Card>
        <Card title="Step 2: assign solicitor for all transactions in the group">
          <Solicitors group={group} />
        </Card>
      </div>
    </WithDialog>
  );
}

function AgentForm({
  group,
  options,
  chosen,
  result,
}: {
  group: GroupView;
  /** Null when they could not be read. */
  options: readonly Choice[] | null;
  chosen: string | undefined;
  result: ReturnType<typeof useActionData<typeof action>>;
}) {
  if (!options) return <Notification kind="error" title="Failed to fetch estate agents" />;
  return (
    <AssignForm
      action={paths.admin.transactionsGroupOps(group.id)}
      options={options}
      chosen={chosen}
      lastResult={result?.lastResult}
    />
  );
}

/** Those that have solicitors stay as they are; without any other there is nothing to assign (AMB-L06). */
function Solicitors({ group: { id, units, size, with_solicitors } }: { group: GroupView }) {
  const left = units.length - with_solicitors;
  if (left === 0)
    return (
      <p>
        Solicitors are assigned to {size === "1 transaction" ? "the transaction" : `all ${size}`} of
        this group.
      </p>
    );
  return (
    <>
      <p>
        {with_solicitors === 0
          ? `No solicitors have been assigned to the ${size} of this group yet.`
          : `${countTransactions(with_solicitors)} with solicitors will be skipped; ${countTransactions(left)} without will be assigned.`}
      </p>
      <p>
        <DialogLink
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
