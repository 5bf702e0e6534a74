import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { assignEstateAgent } from "#app/domain/assignments/estate-agent.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { ProblemDialog } from "../../shared/confirm-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { openTransaction } from "../open-transaction.server.ts";
import { openAssignment, respondToAssignment } from "./assignment.server.ts";
import { AssignmentDialog } from "./assignment.tsx";

export const handle: LayoutHandle = { part: "Assign estate agent" };

const formName = (id: string) => `assign-estate-agent ${id}`;

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { record } = (await openTransaction(request, id, "handle")).data;
  if (!record) return null;
  const tab = paths.admin.transactionTab["estate-agent"](id);
  if (record.estate_agent_id) throw redirect(tab);
  const { status, ...page } = await openAssignment(request, { formName: formName(id), tab });
  const estate_agent = page.assignment?.estate_agent_id;
  const back = paths.admin.transactionTab["estate-agent"](id, { estate_agent });
  return data({ property: record.address, ...page, back }, { status });
}

export function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  return respondToAssignment(request, {
    formName: formName(id),
    tab: pageOrList(id, paths.admin.transactionTab["estate-agent"], paths.admin.transactions),
    assign: (trx, assignment) => assignEstateAgent(trx, id, assignment),
    done: "You've successfully assigned an estate agent for this transaction.",
  });
}

export default function AssignEstateAgent() {
  const page = useLoaderData<typeof loader>();
  if (!page) return null;
  const { property, assignment, problem, back } = page;
  if (!assignment) return <ProblemDialog problem={problem} back={back} />;
  return <AssignmentDialog assignment={assignment} to={<strong>{property}</strong>} back={back} />;
}
