import type { SubmissionResult } from "@conform-to/dom";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { planMark } from "#app/domain/assignments/plan-solicitors.server.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { type FormValues, formValues } from "#app/domain/versions/form-values.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { doOnce, findFormResult, newFormKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, sentAgain } from "#app/forms/form.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { type Db, db } from "#db/connection.ts";
import { carryOut } from "../kit/carry-out.server.ts";
import { LOOK_FOR } from "../kit/option-fields.tsx";
import { errorReply } from "../kit/record-form.server.ts";

type PlanPage<Schema extends z.ZodType<object>, Plan extends object, View, Shown extends object> = {
  /** What its one-time key is made for. */
  form: string;
  /** Where it leads in any case. */
  tab: string;
  schema: Schema;
  /** What would be done now; throws a DomainError when nothing can be. */
  plan: (choice: z.output<Schema>) => Promise<Plan>;
  view: (plan: Plan, choice: z.output<Schema>) => View;
  /** What its form shows besides, such as the name of what was chosen, or what a button of it has looked for. */
  shown?: (form: FormData) => Promise<Shown>;
  /** Posted with what was chosen. */
  besides?: (view: View) => Record<string, string>;
  run: (
    trx: Db,
    planned: { choice: z.output<Schema>; confirmed: string; actor: Actor },
  ) => Promise<unknown>;
  done: { description: string; seconds?: number };
  /** What the message is called when it cannot be done. */
  failed: string;
  failure: string;
};

type FilledIn<Choice> = { lastResult?: SubmissionResult | null; values?: FormValues<Choice> };

/**
 * Responds to a form that leads to the confirmation of a plan, and to that, which leads to the work or back to the form.
 * What has been typed travels in the pages that are posted: a reason or a comment does not belong in an address. The caller
 * must have checked who it is.
 */
export async function respondToPlan<
  Schema extends z.ZodType<object>,
  Plan extends object,
  View,
  Shown extends object = object,
>(form: FormData, actor: Actor, page: PlanPage<Schema, Plan, View, Shown>) {
  const { tab, failed, failure } = page;
  const fillIn = async (
    { lastResult = null, values }: FilledIn<z.output<Schema>>,
    status = 200,
  ) => {
    const shown = await page.shown?.(form);
    return data({ step: "form" as const, lastResult, values, shown }, { status });
  };
  if (form.has(LOOK_FOR)) return fillIn({ lastResult: sentAgain(form) });
  const submission = await parseForm(form, page.schema);
  if (submission.status !== "success") {
    return fillIn({ lastResult: submission.reply() }, 400);
  }
  const choice = submission.value;
  if (form.has("amend")) return fillIn({ values: formValues(choice) });
  const confirmed = formText(form, "confirmed");
  const key = formText(form, "form_key");
  // A copy of a form that has done its work gets the same response, although there is another plan by now.
  if (!(await findFormResult(db, { form: page.form, key }))) {
    try {
      const plan = await page.plan(choice);
      if (planMark(plan) !== confirmed) return ask(page, plan, { choice, confirmed });
    } catch (error) {
      const { lastResult, status } = errorReply(submission, error, { failure });
      const atField = Object.keys(lastResult.error ?? {}).some((field) => field !== "");
      if (atField) return await fillIn({ lastResult }, status);
      const description = shownMessage(error, failure);
      return redirectWithFlash(tab, { kind: "error", title: failed, description });
    }
  }
  return carryOut({
    run: () =>
      doOnce(db, { form: page.form, key, body: { choice, confirmed } }, (trx) =>
        page.run(trx, { choice, confirmed, actor }),
      ),
    done: { to: tab, title: "Success!", ...page.done },
    failed: { to: tab, title: failed },
    failure,
    here: tab,
  });
}

/** Asks to confirm a plan: anew when another one was confirmed, which has changed by now. */
function ask<Schema extends z.ZodType<object>, Plan extends object, View>(
  page: PlanPage<Schema, Plan, View, object>,
  plan: Plan,
  { choice, confirmed }: { choice: z.output<Schema>; confirmed: string },
) {
  const view = page.view(plan, choice);
  const fields = {
    ...textsOf(choice),
    ...page.besides?.(view),
    confirmed: planMark(plan),
    form_key: newFormKey(page.form),
  };
  return data({ step: "confirm" as const, view, changed: confirmed !== "", fields });
}

/** The fields as they are posted again: of texts and ids alone. */
function textsOf(choice: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formValues(choice)).map(([name, value]) => [name, String(value)]),
  );
}
