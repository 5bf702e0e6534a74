import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  assignSolicitorsToGroup,
  planGroupSolicitors,
} from "#app/domain/transactions/assign-group-solicitors.server.ts";
import { listSolicitorOptions } from "#app/domain/transactions/solicitor-options.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db, readDb } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { respondToAssign } from "../../transactions/solicitors/respond-to-assign.server.ts";
import { AssignSolicitors } from "../../transactions/solicitors/assign-solicitors.tsx";
import { groupPlanView } from "../../transactions/solicitors/plan-view.ts";
import { FETCH_FAILED } from "../../transactions/solicitors/view.ts";
import { openGroup } from "../open-group.server.ts";

export const handle: LayoutHandle = { part: "Assign solicitors" };

/** What is to be chosen; without a transaction left to assign to it leads back (AMB-L06). */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { record: group } = (await openGroup(request, id)).data;
  if (!group) return null;
  const { name, companies, sellers, value, units, with_solicitors, has_active_purchase } = group;
  if (with_solicitors === units.length) throw redirect(paths.admin.transactionsGroupOps(id));
  const options = await nullIfFailed(listSolicitorOptions(readDb), FETCH_FAILED);
  return {
    id,
    check: {
      name,
      companies,
      sellers,
      value,
      left: units.length - with_solicitors,
      with_solicitors,
    },
    options,
    preferred: "",
    unpaid: false,
    for_group: true,
    has_active_purchase,
  };
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return respondToAssign(request, actor, {
    form: `assign-solicitors-to-group ${id}`,
    tab: pageOrList(id, paths.admin.transactionsGroupOps, paths.admin.transactionsGroups),
    plan: (choice) => planGroupSolicitors(db, id, choice),
    view: groupPlanView,
    assign: (trx, assignment) => assignSolicitorsToGroup(trx, id, assignment),
  });
}

export default function AssignGroupSolicitors() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!page) return null;
  return (
    <AssignSolicitors
      page={page}
      check={<GroupCheck {...page.check} />}
      back={paths.admin.transactionsGroupOps(page.id)}
      result={result}
    />
  );
}

/** Shows which group it is, before anybody is assigned to its transactions. */
function GroupCheck({
  name,
  companies,
  sellers,
  value,
  left,
  with_solicitors,
}: {
  name: string;
  companies: string;
  sellers: string;
  value: string;
  left: number;
  with_solicitors: number;
}) {
  return (
    <Card title="Group check" tone="warm" level="h3">
      <SummaryList
        layout="grid"
        rows={[
          { term: "Group", description: name },
          { term: "Company seller", description: companies },
          { term: "Representative", description: sellers },
          { term: "Asking prices together", description: value },
          { term: "To be assigned", description: String(left) },
          { term: "Skipped, with solicitors already", description: String(with_solicitors) },
        ]}
      />
    </Card>
  );
}
