import type { SubmissionResult } from "@conform-to/dom";
import { data } from "@remix-run/node";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { planMark } from "#app/domain/transactions/plan-solicitors.server.ts";
import { SIDES } from "#app/domain/transactions/solicitor-emails.ts";
import {
  type SolicitorsChoice,
  solicitorsForm,
} from "#app/domain/transactions/solicitors.server.ts";
import { type FormValues, formValues } from "#app/domain/versions/form-values.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { findFormResult, newFormKey, doOnce } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { type Db, db } from "#db/connection.ts";
import { errorReply } from "../../kit/change.server.ts";
import { carryOut } from "../../kit/carry-out.server.ts";
import type { PlanView } from "./plan-view.ts";

const FAILED = "Assignment Failed";
const FAILURE = "There was an error while assigning solicitors";

type Assignment = { choice: SolicitorsChoice; confirmed: string; actor: Actor };

/** Whom solicitors are assigned to: a transaction, or those of a group that have none. */
type Page<Plan extends object> = {
  /** What its one-time key is made for. */
  form: string;
  /** Where it leads in any case. */
  tab: string;
  /** What would be done now; throws a DomainError when nothing can be. */
  plan: (choice: SolicitorsChoice) => Promise<Plan>;
  view: (plan: Plan, choice: SolicitorsChoice) => PlanView;
  assign: (trx: Db, assignment: Assignment) => Promise<unknown>;
};

/**
 * Responds to the form, which leads to its confirmation, and that, which leads to the assignment or back to the form (L-062).
 * What has been typed travels in the pages that are posted: comments do not belong in an address. The caller must have
 * checked who it is.
 */
export async function respondToAssign<Plan extends object>(
  request: Request,
  actor: Actor,
  page: Page<Plan>,
) {
  const { tab } = page;
  const form = await readForm(request);
  // Which side the form left out; the plan refuses when that has nobody.
  const kept = SIDES.find((side) => side === form.get("kept")) ?? null;
  const submission = await parseForm(form, solicitorsForm(kept));
  if (submission.status !== "success") return fillIn({ lastResult: submission.reply() }, 400);
  const choice = submission.value;
  if (form.has("amend")) return fillIn({ values: formValues(choice) });
  const confirmed = formText(form, "confirmed");
  const key = formText(form, "form_key");
  // A copy of a form that has done its work gets the same response, although there is another plan by now.
  if (!(await findFormResult(db, { form: page.form, key }))) {
    try {
      const plan = await page.plan(choice);
      if (planMark(plan) !== confirmed) return ask(page, { plan, choice, kept, confirmed });
    } catch (error) {
      const { lastResult, status } = errorReply(submission, error, { failure: FAILURE });
      const atField = Object.keys(lastResult.error ?? {}).some((field) => field !== "");
      if (atField) return fillIn({ lastResult }, status);
      const description = shownMessage(error, FAILURE);
      return redirectWithFlash(tab, { kind: "error", title: FAILED, description });
    }
  }
  return carryOut({
    run: () =>
      doOnce(db, { form: page.form, key, body: { choice, confirmed } }, (trx) =>
        page.assign(trx, { choice, confirmed, actor }),
      ),
    done: {
      to: tab,
      title: "Success!",
      description: withSkipped(
        "You've successfully assigned solicitors for this transaction.",
        Number(formText(form, "skipped")),
      ),
      // L-066
      seconds: 6,
    },
    failed: { to: tab, title: FAILED },
    failure: FAILURE,
    here: tab,
  });
}

/** Says of how many of a group nothing was changed (AMB-L06). */
function withSkipped(said: string, skipped: number): string {
  return skipped > 0 ? `${said} ${skippedText(skipped)}` : said;
}

function skippedText(skipped: number): string {
  return skipped === 1
    ? "1 transaction had solicitors already and was skipped."
    : `${skipped} transactions had solicitors already and were skipped.`;
}

/** Asks to confirm a plan: anew when another one was confirmed, which has changed by now. */
function ask<Plan extends object>(
  page: Page<Plan>,
  {
    plan,
    choice,
    kept,
    confirmed,
  }: {
    plan: Plan;
    choice: SolicitorsChoice;
    kept: string | null;
    confirmed: string;
  },
) {
  const view = page.view(plan, choice);
  const fields = {
    ...formValues(choice),
    kept: kept ?? "",
    confirmed: planMark(plan),
    form_key: newFormKey(page.form),
    skipped: String(view.skipped),
  };
  return data({ step: "confirm" as const, view, changed: confirmed !== "", fields });
}

type FormStep = { lastResult?: SubmissionResult; values?: FormValues<SolicitorsChoice> };

function fillIn({ lastResult, values }: FormStep, status = 200) {
  return data({ step: "form" as const, lastResult: lastResult ?? null, values }, { status });
}
