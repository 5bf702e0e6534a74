import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  assignSolicitors,
  SOLICITORS_ASSIGNED,
} from "#app/domain/assignments/assign-solicitors.server.ts";
import { planSolicitors, readMatters } from "#app/domain/assignments/plan-solicitors.server.ts";
import {
  readAssignmentFacts,
  readSolicitorPreference,
} from "#app/domain/assignments/solicitors-choice.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { assignedSide } from "#app/domain/transactions/sides.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor, pageOrList } from "../../shared/open-record.server.ts";
import { openTransaction } from "../open-transaction.server.ts";
import { readSolicitorChoices, respondToAssign } from "./assign-solicitors.server.ts";
import { AssignSolicitors } from "./assign-solicitors.tsx";
import { preferenceText } from "./view.ts";

export const handle: PageHandle = {
  title: titleFromData("Transaction"),
  part: "Assign solicitors",
};

/**
 * Returns the data to assign solicitors. Redirects to the tab if both sides have a solicitor
 * (AMB-K03).
 */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { data: opened, init } = await openTransaction(request, id, "handle");
  const { record, title } = opened;
  if (!record) return data({ title, assign: null }, init ?? {});
  if (record.assigned_sides === "both") throw redirect(paths.admin.transactionTab.solicitors(id));
  const reader = await requireActor(request, "handle");
  const [facts, preference, matters] = await Promise.all([
    readAssignmentFacts(db, reader, id),
    readSolicitorPreference(db, reader, id),
    readMatters(db, reader, [id]),
  ]);
  const preferred = preference?.lawyer_group_id ?? "";
  const side = assignedSide(matters);
  const buyers = matters.flatMap(({ purchase }) => purchase?.buyers ?? []);
  const sellers = matters.flatMap((matter) => matter.sellers);
  const { address, property } = record;
  const assign = {
    name: address,
    back: paths.admin.transactionTab.solicitors(id),
    check: {
      title: "Property check",
      facts: [
        { term: "Address", description: address },
        { term: "Sellers", description: record.sellers },
        { term: "Value", description: property.value },
        { term: "Tenure", description: property.tenure },
        { term: "Buyers", description: fullNames(buyers) || "None yet" },
        { term: "Map", description: "Show on a map", to: property.map },
      ],
    },
    choices: await readSolicitorChoices({ seller: { chosen: preferred }, buyer: { chosen: "" } }),
    preferred,
    preference: preferenceText(preference),
    unpaid: facts.unpaid,
    has_active_purchase: facts.has_active_purchase,
    assigned: side && { side, solicitor: record[`${side}_solicitor`] },
    customers: {
      seller: sellers.map(({ email }) => email),
      buyer: buyers.map(({ email }) => email),
    },
  };
  return data({ title, assign }, init ?? {});
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  return respondToAssign(request, actor, {
    form: `assign-solicitors ${id}`,
    tab: pageOrList(id, paths.admin.transactionTab.solicitors, paths.admin.transactions),
    async plan(choice) {
      const plan = await planSolicitors(db, actor, id, choice);
      const { assigned_sides } = await readAssignmentFacts(db, actor, id);
      if (assigned_sides === "both") throw new ConflictError(SOLICITORS_ASSIGNED);
      return plan;
    },
    assign: (trx, assignment) => assignSolicitors(trx, id, assignment),
  });
}

export default function AssignTransactionSolicitors() {
  return (
    <AssignSolicitors
      list={{ label: "Transactions", to: paths.admin.transactions() }}
      page={useLoaderData<typeof loader>()}
      result={useActionData<typeof action>()}
    />
  );
}
