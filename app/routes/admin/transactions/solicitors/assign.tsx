import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConflictError } from "#app/domain/errors.ts";
import {
  assignSolicitors,
  SOLICITORS_ASSIGNED,
} from "#app/domain/transactions/assign-solicitors.server.ts";
import { readAssignmentFacts } from "#app/domain/transactions/assigned-solicitors.server.ts";
import { planSolicitors } from "#app/domain/transactions/plan-solicitors.server.ts";
import { listSolicitorOptions } from "#app/domain/transactions/solicitor-options.server.ts";
import { readSolicitorPreference } from "#app/domain/transactions/solicitor-preference.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db, readDb } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { openTransaction } from "../open-transaction.server.ts";
import { respondToAssign } from "./respond-to-assign.server.ts";
import { AssignSolicitors } from "./assign-solicitors.tsx";
import { planView } from "./plan-view.ts";
import { PropertyCheck } from "./property-check.tsx";
import { FETCH_FAILED } from "./view.ts";

export const handle: LayoutHandle = { part: "Assign solicitors" };

/** What is to be chosen; without anything left to assign it leads back (AMB-K03). */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { record } = (await openTransaction(request, id)).data;
  if (!record) return null;
  if (record.assigned_sides === "both") throw redirect(paths.admin.transactionSolicitors(id));
  const { address, sellers, property } = record;
  const [options, facts, preference] = await Promise.all([
    nullIfFailed(listSolicitorOptions(readDb), FETCH_FAILED),
    readAssignmentFacts(db, id),
    readSolicitorPreference(db, id),
  ]);
  const check = { address, sellers, value: property.value, tenure: property.tenure };
  return {
    id,
    check: { ...check, map: property.map },
    options,
    preferred: preference?.lawyer_group_id ?? "",
    ...facts,
  };
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
    view: planView,
    assign: (trx, assignment) => assignSolicitors(trx, id, assignment),
  });
}

export default function AssignTransactionSolicitors() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!page) return null;
  return (
    <AssignSolicitors
      page={page}
      check={<PropertyCheck {...page.check} />}
      back={paths.admin.transactionSolicitors(page.id)}
      result={result}
    />
  );
}
