import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  assignSolicitorsToGroup,
  listMatters,
  planGroupSolicitors,
} from "#app/domain/assignments/assign-solicitors.server.ts";
import { readMatters } from "#app/domain/assignments/plan-solicitors.server.ts";
import { assignedSides, assignedSide } from "#app/domain/transactions/sides.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor, pageOrList } from "../../shared/open-record.server.ts";
import {
  readSolicitorChoices,
  respondToAssign,
} from "../../transactions/solicitors/assign-solicitors.server.ts";
import { AssignSolicitors } from "../../transactions/solicitors/assign-solicitors.tsx";
import { openGroup } from "../open-group.server.ts";

export const handle: PageHandle = { title: titleFromData("Group"), part: "Assign solicitors" };

/**
 * Returns the data to assign solicitors. Redirects to the tab if every matter of the group has
 * solicitors (AMB-L06).
 */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { data: opened, init } = await openGroup(request, id, "handle");
  const { record: group, title } = opened;
  if (!group) return data({ title, assign: null }, init ?? {});
  const { name, companies, sellers, value, units, with_solicitors, has_active_purchase } = group;
  if (with_solicitors === units.length) throw redirect(paths.admin.transactionsGroupOps(id));
  const reader = await requireActor(request, "handle");
  const left = (await listMatters(db, reader, id)).filter(
    (matter) => assignedSides(matter) !== "both",
  );
  const [choices, matters] = await Promise.all([
    readSolicitorChoices({ seller: { chosen: "" }, buyer: { chosen: "" } }),
    readMatters(
      db,
      reader,
      left.map((matter) => matter.id),
    ),
  ]);
  const side = assignedSide(left);
  const emails = (people: readonly { email: string }[]) => [
    ...new Set(people.map(({ email }) => email)),
  ];
  const assign = {
    name,
    back: paths.admin.transactionsGroupOps(id),
    check: {
      title: "Group check",
      facts: [
        { term: "Group", description: name },
        { term: "Company seller", description: companies },
        { term: "Representative", description: sellers },
        { term: "Total asking price", description: value },
        { term: "To be assigned", description: String(left.length) },
        { term: "Skipped (solicitors already assigned)", description: String(with_solicitors) },
      ],
    },
    choices,
    preferred: "",
    unpaid: false,
    for_group: true,
    has_active_purchase,
    assigned: side && { side, solicitor: "those of each transaction" },
    customers: {
      seller: emails(matters.flatMap((matter) => matter.sellers)),
      buyer: emails(matters.flatMap(({ purchase }) => purchase?.buyers ?? [])),
    },
  };
  return data({ title, assign }, init ?? {});
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  return respondToAssign(request, actor, {
    form: `assign-solicitors-to-group ${id}`,
    tab: pageOrList(id, paths.admin.transactionsGroupOps, paths.admin.transactionsGroups),
    plan: (choice) => planGroupSolicitors(db, actor, id, choice),
    assign: (trx, assignment) => assignSolicitorsToGroup(trx, id, assignment),
  });
}

export default function AssignGroupSolicitors() {
  return (
    <AssignSolicitors
      list={{ label: "Groups", to: paths.admin.transactionsGroups() }}
      page={useLoaderData<typeof loader>()}
      result={useActionData<typeof action>()}
    />
  );
}
