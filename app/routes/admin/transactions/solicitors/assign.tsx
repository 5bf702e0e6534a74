import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConflictError } from "#app/domain/errors.ts";
import { fullNames } from "#app/domain/people/person.ts";
import {
  assignSolicitors,
  SOLICITORS_ASSIGNED,
} from "#app/domain/transactions/assign-solicitors.server.ts";
import { keptSide } from "#app/domain/transactions/assigned-sides.ts";
import {
  listSolicitorOptions,
  readAssignmentFacts,
  readSolicitorPreference,
} from "#app/domain/transactions/solicitors.server.ts";
import { planSolicitors, readMatters } from "#app/domain/transactions/plan-solicitors.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db, readDb } from "#db/connection.ts";
import { requireActor, pageOrList } from "../../kit/open-record.server.ts";
import { openTransaction } from "../open-transaction.server.ts";
import { respondToAssign } from "./assign-solicitors.server.ts";
import { AssignSolicitors } from "./assign-solicitors.tsx";
import { FETCH_FAILED, preferenceText } from "./view.ts";

export const handle: PageHandle = {
  title: titleFromData("Transaction"),
  part: "Assign solicitors",
};

/** What is to be chosen; without anything left to assign it leads back (AMB-K03). */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { data: opened, init } = await openTransaction(request, id);
  const { record, title } = opened;
  if (!record) return data({ title, assign: null }, init ?? {});
  if (record.assigned_sides === "both") throw redirect(paths.admin.transactionSolicitors(id));
  const [options, facts, preference, matters] = await Promise.all([
    nullIfFailed(listSolicitorOptions(readDb), FETCH_FAILED),
    readAssignmentFacts(db, id),
    readSolicitorPreference(db, id),
    readMatters(db, [id]),
  ]);
  const side = keptSide(matters);
  const buyers = matters.flatMap(({ purchase }) => purchase?.buyers ?? []);
  const sellers = matters.flatMap((matter) => matter.sellers);
  const { address, property } = record;
  const assign = {
    id,
    check: {
      address,
      sellers: record.sellers,
      value: property.value,
      tenure: property.tenure,
      buyers: fullNames(buyers),
      map: property.map,
    },
    options,
    preferred: preference?.lawyer_group_id ?? "",
    preference: preferenceText(preference),
    unpaid: facts.unpaid,
    has_active_purchase: facts.has_active_purchase,
    kept: side && { side, solicitor: record[`${side}_solicitor`] },
    customers: {
      seller: sellers.map(({ email }) => email),
      buyer: buyers.map(({ email }) => email),
    },
  };
  return data({ title, assign }, init ?? {});
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return respondToAssign(request, actor, {
    form: `assign-solicitors ${id}`,
    tab: pageOrList(id, paths.admin.transactionSolicitors, paths.admin.transactions),
    async plan(choice) {
      const plan = await planSolicitors(db, id, choice);
      const { assigned_sides } = await readAssignmentFacts(db, id);
      if (assigned_sides === "both") throw new ConflictError(SOLICITORS_ASSIGNED);
      return plan;
    },
    assign: (trx, assignment) => assignSolicitors(trx, id, assignment),
  });
}

export default function AssignTransactionSolicitors() {
  const { title, assign } = useLoaderData<typeof loader>();
  return (
    <AssignSolicitors
      title={title}
      list={{ label: "Transactions", to: paths.admin.transactions() }}
      subject={
        assign && {
          name: assign.check.address,
          back: paths.admin.transactionSolicitors(assign.id),
          page: assign,
          check: {
            title: "Property check",
            facts: [
              { term: "Address", description: assign.check.address },
              { term: "Sellers", description: assign.check.sellers },
              { term: "Value", description: assign.check.value },
              { term: "Tenure", description: assign.check.tenure },
              { term: "Buyers", description: assign.check.buyers || "None yet" },
              {
                term: "Map",
                description: (
                  // In this tab it would lose what the form beside it holds.
                  <a href={assign.check.map} target="_blank" rel="noopener noreferrer">
                    Show on a map<span className="vh"> (opens in a new tab)</span>
                  </a>
                ),
              },
            ],
          },
        }
      }
      result={useActionData<typeof action>()}
    />
  );
}
