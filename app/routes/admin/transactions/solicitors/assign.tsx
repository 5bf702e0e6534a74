import type { SubmissionResult } from "@conform-to/dom";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isObjectId } from "#app/domain/fields/ids.ts";
import {
  assignSolicitors,
  SOLICITORS_ASSIGNED,
} from "#app/domain/transactions/assign-solicitors.server.ts";
import { readAssignmentFacts } from "#app/domain/transactions/assigned-solicitors.server.ts";
import {
  planMark,
  planSolicitors,
  type SolicitorsPlan,
} from "#app/domain/transactions/plan-solicitors.server.ts";
import { listSolicitorOptions } from "#app/domain/transactions/solicitor-options.server.ts";
import { readSolicitorPreference } from "#app/domain/transactions/solicitor-preference.server.ts";
import {
  type SolicitorsChoice,
  SolicitorsForm,
} from "#app/domain/transactions/solicitors-form.server.ts";
import { type FormValues, formValues } from "#app/domain/versions/form-values.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { newFormKey, onceInTransaction } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db, readDb } from "#db/connection.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { errorReply } from "../../kit/change.server.ts";
import { respondToConfirm } from "../../kit/confirm.server.ts";
import { openTransaction } from "../open-transaction.server.ts";
import { AssignForm } from "./assign-form.tsx";
import { ConfirmSolicitors } from "./confirm-solicitors.tsx";
import { planView } from "./plan-view.ts";
import { FETCH_FAILED } from "./view.ts";

export const handle: LayoutHandle = { part: "Assign solicitors" };

/** A key belongs to one transaction's confirmation. */
const formName = (id: string) => `assign-solicitors ${id}`;

const FAILED = "Assignment Failed";
const FAILURE = "There was an error while assigning solicitors";

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

/**
 * The form leads to its confirmation, and that to the assignment or back to the form (L-062). What has been typed
 * travels in the pages that are posted: comments do not belong in an address.
 */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const form = await readForm(request);
  const tab = isObjectId(id) ? paths.admin.transactionSolicitors(id) : paths.admin.transactions();
  const submission = await parseForm(form, SolicitorsForm);
  if (submission.status !== "success") return fillIn({ lastResult: submission.reply() }, 400);
  const choice = submission.value;
  if (form.has("amend")) return fillIn({ values: formValues(choice) });
  const confirmed = formText(form, "confirmed");
  try {
    const plan = await planSolicitors(db, id, choice);
    if (planMark(plan) !== confirmed) return await ask(id, { plan, choice, confirmed, tab });
  } catch (error) {
    const { lastResult, status } = errorReply(submission, error, { failure: FAILURE });
    const atField = Object.keys(lastResult.error ?? {}).some((field) => field !== "");
    return atField ? fillIn({ lastResult }, status) : fail(tab, shownMessage(error, FAILURE));
  }
  const post = { form: formName(id), key: formText(form, "form_key"), body: { choice, confirmed } };
  return respondToConfirm({
    run: () =>
      onceInTransaction(db, post, async (trx) => {
        await assignSolicitors(trx, id, { choice, confirmed, actor });
        return tab;
      }),
    done: {
      to: tab,
      title: "Success!",
      description: "You've successfully assigned solicitors for this transaction.",
      // L-066
      seconds: 6,
    },
    failed: { to: tab, title: FAILED },
    failure: FAILURE,
    here: tab,
  });
}

/** Asks to confirm a plan: anew when another one was confirmed, which has changed by now. */
async function ask(
  id: string,
  asked: { plan: SolicitorsPlan; choice: SolicitorsChoice; confirmed: string; tab: string },
) {
  const { plan, choice, confirmed, tab } = asked;
  const { assigned_sides } = await readAssignmentFacts(db, id);
  if (assigned_sides === "both") return fail(tab, SOLICITORS_ASSIGNED);
  const fields = {
    ...formValues(choice),
    confirmed: planMark(plan),
    form_key: newFormKey(formName(id)),
  };
  return data({
    step: "confirm" as const,
    view: planView(plan, choice),
    changed: confirmed !== "",
    fields,
  });
}

type FormStep = { lastResult?: SubmissionResult; values?: FormValues<SolicitorsChoice> };

function fillIn({ lastResult, values }: FormStep, status = 200) {
  return data({ step: "form" as const, lastResult: lastResult ?? null, values }, { status });
}

function fail(to: string, description: string) {
  return redirectWithFlash(to, { kind: "error", title: FAILED, description });
}

export default function AssignSolicitors() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!page) return null;
  const back = paths.admin.transactionSolicitors(page.id);
  return result?.step === "confirm" ? (
    <ConfirmSolicitors {...result} back={back} />
  ) : (
    <AssignForm
      page={page}
      back={back}
      values={result?.values}
      lastResult={result?.lastResult ?? null}
    />
  );
}
