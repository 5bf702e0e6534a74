import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { assignEstateAgentToGroup } from "#app/domain/assignments/estate-agent.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { ProblemDialog } from "../../shared/confirm-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import {
  openAssignment,
  respondToAssignment,
} from "../../transactions/estate-agent/assignment.server.ts";
import { AssignmentDialog } from "../../transactions/estate-agent/assignment.tsx";
import { openGroup } from "../open-group.server.ts";

export const handle: LayoutHandle = { part: "Assign estate agent" };

const formName = (id: string) => `assign-estate-agent-to-group ${id}`;

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { record: group } = (await openGroup(request, id, "handle")).data;
  if (!group) return null;
  const tab = paths.admin.transactionsGroupOps(id);
  if (group.with_agent > 0) throw redirect(tab);
  const { status, ...page } = await openAssignment(request, { formName: formName(id), tab });
  const estate_agent = page.assignment?.estate_agent_id;
  const back = paths.admin.transactionsGroupOps(id, { estate_agent });
  return data({ group: group.name, size: group.size, ...page, back }, { status });
}

/**
 * Assigns the estate agent to every matter of the group or, if one assignment fails, to none
 * (M-081, M-082).
 */
export function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  return respondToAssignment(request, {
    formName: formName(id),
    tab: pageOrList(id, paths.admin.transactionsGroupOps, paths.admin.transactionsGroups),
    assign: (trx, assignment) => assignEstateAgentToGroup(trx, id, assignment),
    done: "You've successfully assigned an estate agent for this transaction group.",
  });
}

export default function AssignGroupEstateAgent() {
  const page = useLoaderData<typeof loader>();
  if (!page) return null;
  const { group, size, assignment, problem, back } = page;
  if (!assignment) return <ProblemDialog problem={problem} back={back} />;
  const to = (
    <>
      the {size} in <strong>{group}</strong>
    </>
  );
  return <AssignmentDialog assignment={assignment} to={to} back={back} />;
}
