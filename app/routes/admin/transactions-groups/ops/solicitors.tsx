import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  assignSolicitorsToGroup,
  listMatters,
  planGroupSolicitors,
} from "#app/domain/transactions/assign-solicitors.server.ts";
import { assignedSides, keptSide } from "#app/domain/transactions/assigned-sides.ts";
import { readMatters } from "#app/domain/transactions/plan-solicitors.server.ts";
import { listSolicitorOptions } from "#app/domain/transactions/solicitors.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db, readDb } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { StaffPage } from "../../kit/staff-page.tsx";
import { AssignForm } from "../../transactions/solicitors/assign-form.tsx";
import { CheckLine } from "../../transactions/solicitors/check-line.tsx";
import { ConfirmSolicitors } from "../../transactions/solicitors/confirm-solicitors.tsx";
import { planView } from "../../transactions/solicitors/plan-view.ts";
import { respondToAssign } from "../../transactions/solicitors/respond-to-assign.server.ts";
import { FETCH_FAILED } from "../../transactions/solicitors/view.ts";
import { openGroup } from "../open-group.server.ts";

export const handle: PageHandle = { title: titleFromData("Group"), part: "Assign solicitors" };

/** What is to be chosen; without a transaction left to assign to it leads back (AMB-L06). */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { data: opened, init } = await openGroup(request, id);
  const { record: group, title } = opened;
  if (!group) return data({ title, assign: null }, init ?? {});
  const { name, companies, sellers, value, units, with_solicitors, has_active_purchase } = group;
  if (with_solicitors === units.length) throw redirect(paths.admin.transactionsGroupOps(id));
  const left = (await listMatters(db, id)).filter((matter) => assignedSides(matter) !== "both");
  const [options, matters] = await Promise.all([
    nullIfFailed(listSolicitorOptions(readDb), FETCH_FAILED),
    readMatters(
      db,
      left.map((matter) => matter.id),
    ),
  ]);
  const side = keptSide(left);
  const emails = (people: readonly { email: string }[]) => [
    ...new Set(people.map(({ email }) => email)),
  ];
  const assign = {
    id,
    check: { name, companies, sellers, value, left: left.length, with_solicitors },
    options,
    preferred: "",
    unpaid: false,
    for_group: true,
    has_active_purchase,
    kept: side && { side, solicitor: "those of each transaction" },
    customers: {
      seller: emails(matters.flatMap((matter) => matter.sellers)),
      buyer: emails(matters.flatMap(({ purchase }) => purchase?.buyers ?? [])),
    },
  };
  return data({ title, assign }, init ?? {});
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return respondToAssign(request, actor, {
    form: `assign-solicitors-to-group ${id}`,
    tab: pageOrList(id, paths.admin.transactionsGroupOps, paths.admin.transactionsGroups),
    plan: (choice) => planGroupSolicitors(db, id, choice),
    view: planView,
    assign: (trx, assignment) => assignSolicitorsToGroup(trx, id, assignment),
  });
}

export default function AssignGroupSolicitors() {
  const { title, assign } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const all = { label: "Groups", to: paths.admin.transactionsGroups() };
  if (!assign) return <StaffPage title={title} trail={[all]} children={null} />;
  const { id, check, ...page } = assign;
  const back = paths.admin.transactionsGroupOps(id);
  const trail = [all, { label: check.name, to: back }];
  if (result?.step === "confirm") return <ConfirmSolicitors {...result} trail={trail} />;
  return (
    <AssignForm
      page={page}
      trail={trail}
      back={back}
      values={result?.values}
      lastResult={result?.lastResult ?? null}
      check={
        <CheckLine
          title="Group check"
          facts={[
            { term: "Group", description: check.name },
            { term: "Company seller", description: check.companies },
            { term: "Representative", description: check.sellers },
            { term: "Asking prices together", description: check.value },
            { term: "To be assigned", description: String(check.left) },
            {
              term: "Skipped, with solicitors already",
              description: String(check.with_solicitors),
            },
          ]}
        />
      }
    />
  );
}
