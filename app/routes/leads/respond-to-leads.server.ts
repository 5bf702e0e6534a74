import { data, redirect } from "@remix-run/node";
import { ConflictError } from "#app/domain/errors.ts";
import { MAX_LEADS } from "#app/domain/leads/lead-choices.ts";
import { LeadsForm, submitLeads, type Valuer } from "#app/domain/leads/leads.server.ts";
import { newFormKey, onceInTransaction, readFormKey } from "#app/forms/form-key.server.ts";
import { parseForm, unvalidatedReply } from "#app/forms/form.server.ts";
import { pressListButton } from "#app/forms/list-buttons.server.ts";
import { requireTurns, TooManyError } from "#app/limits/limits.server.ts";
import { errorTexts } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { leadsLimits } from "./valuer.server.ts";

const FAILED = "Failed to submit leads. Please try again.";

/** A key belongs to one valuer's page. */
const formName = (email: string) => `leads ${email.toLowerCase()}`;

export function leadsKey(email: string): string {
  return newFormKey(formName(email));
}

/** Whether a form was made by this valuer's page. */
export function isOurForm(form: FormData, email: string): boolean {
  const key = form.get("form_key");
  return typeof key === "string" && readFormKey(formName(email), key) !== null;
}

/** Takes a form of leads: adds a lead, removes one but the only one, or keeps them all (G-040, G-041, G-060, AMB-G10). */
export async function respondToLeads(
  request: Request,
  {
    form,
    email,
    valuer,
  }: {
    form: FormData;
    email: string;
    valuer: Valuer;
  },
) {
  const pressed = pressListButton(form, { leads: { max: MAX_LEADS, min: () => 1 } });
  const submission = await parseForm(form, LeadsForm);
  const again = (problem: string, status: number, formKey?: string) => {
    const lastResult = submission.reply({ formErrors: [problem] });
    return data({ lastResult, formKey }, { status });
  };
  if (pressed) return data({ lastResult: unvalidatedReply(submission), formKey: undefined });
  if (submission.status !== "success") {
    return data({ lastResult: submission.reply(), formKey: undefined }, { status: 400 });
  }
  const { leads, form_key: key } = submission.value;
  try {
    const post = { form: formName(email), key, body: leads };
    const location = await onceInTransaction(db, post, async (trx) => {
      await requireTurns(trx, leadsLimits(request, valuer));
      await submitLeads(trx, { valuer, leads });
      return paths.leads.success();
    });
    return redirect(location, { status: 303 });
  } catch (error) {
    if (error instanceof TooManyError) return again(errorTexts["too-many"], 429);
    // The key of a form that was sent before opens nothing any more.
    if (error instanceof ConflictError) return again(error.message, error.status, leadsKey(email));
    report(error, { what: "submitting leads" });
    return again(FAILED, 500);
  }
}
