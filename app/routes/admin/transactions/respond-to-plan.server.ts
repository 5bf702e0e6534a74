import type { SubmissionResult } from "@conform-to/dom";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { type FormValues, formValues } from "#app/domain/versions/form-values.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import {
  withIdempotencyKey,
  findFormResult,
  newIdempotencyKey,
} from "#app/forms/form-key.server.ts";
import { formText, parseForm, replyWithValues } from "#app/forms/form.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { type Db, db } from "#db/connection.ts";
import { runAction } from "../shared/run-action.server.ts";
import { SEARCH_OPTIONS_INTENT } from "../shared/option-fields.tsx";
import { errorReply } from "../shared/record-form.server.ts";

type PlanPage<Schema extends z.ZodType<object>, Plan extends object, View, Shown extends object> = {
  form: string;
  tab: string;
  schema: Schema;
  /** Works out what a choice would do. Throws a DomainError if the choice is not possible. */
  plan: (choice: z.output<Schema>) => Promise<Plan>;
  view: (plan: Plan, choice: z.output<Schema>) => View | Promise<View>;
  shown?: (form: FormData) => Promise<Shown>;
  extraFields?: (view: View) => Record<string, string>;
  run: (
    trx: Db,
    planned: { choice: z.output<Schema>; confirmed: string; actor: Actor },
  ) => Promise<unknown>;
  /** Calls a vendor, after the database transaction of `run`. Also runs for a duplicate submit. */
  afterwards?: (choice: z.output<Schema>) => Promise<unknown>;
  done: { description: string; seconds?: number };
  failed: string | ((error: unknown) => string);
  failure: string;
};

type FilledIn<Choice> = { lastResult?: SubmissionResult | null; values?: FormValues<Choice> };

/**
 * Handles a form whose choice staff must confirm. The confirmation shows a plan of what the choice
 * would do, and then the plan is run. The values are posted from page to page, because comments do
 * not belong in a URL. The caller must check the permission first.
 */
export async function respondToPlan<
  Schema extends z.ZodType<object>,
  Plan extends object,
  View,
  Shown extends object = object,
>(form: FormData, actor: Actor, page: PlanPage<Schema, Plan, View, Shown>) {
  const { tab, failure } = page;
  const failed = (error: unknown) =>
    typeof page.failed === "function" ? page.failed(error) : page.failed;
  const fillIn = async (
    { lastResult = null, values }: FilledIn<z.output<Schema>>,
    status = 200,
  ) => {
    const shown = await page.shown?.(form);
    return data({ step: "form" as const, lastResult, values, shown }, { status });
  };
  if (form.has(SEARCH_OPTIONS_INTENT)) return fillIn({ lastResult: replyWithValues(form) });
  const submission = await parseForm(form, page.schema);
  if (submission.status !== "success") {
    return fillIn({ lastResult: submission.reply() }, 400);
  }
  const choice = submission.value;
  if (form.has("amend")) return fillIn({ values: formValues(choice) });
  const confirmed = formText(form, "confirmed");
  const key = formText(form, "form_key");
  // A duplicate of a submit that has finished gets the same response, even if the plan would be
  // different now.
  if (!(await findFormResult(db, { form: page.form, key }))) {
    try {
      const plan = await page.plan(choice);
      if (hashPlan(plan) !== confirmed) return await confirmPlan(page, plan, { choice, confirmed });
    } catch (error) {
      const { lastResult, status } = errorReply(submission, error, { failure });
      const atField = Object.keys(lastResult.error ?? {}).some((field) => field !== "");
      if (atField) return await fillIn({ lastResult }, status);
      const description = shownMessage(error, failure);
      return redirectWithFlash(tab, { kind: "error", title: failed(error), description });
    }
  }
  return runAction({
    async run() {
      const post = { form: page.form, key, body: { choice, confirmed } };
      await withIdempotencyKey(db, post, (trx) => page.run(trx, { choice, confirmed, actor }));
      await page.afterwards?.(choice);
    },
    done: { to: tab, title: "Success!", ...page.done },
    failed: (error) => ({ to: tab, title: failed(error) }),
    failure,
    here: tab,
  });
}

async function confirmPlan<Schema extends z.ZodType<object>, Plan extends object, View>(
  page: PlanPage<Schema, Plan, View, object>,
  plan: Plan,
  { choice, confirmed }: { choice: z.output<Schema>; confirmed: string },
) {
  const view = await page.view(plan, choice);
  const fields = {
    ...textsOf(choice),
    ...page.extraFields?.(view),
    confirmed: hashPlan(plan),
    form_key: newIdempotencyKey(page.form),
  };
  return data({ step: "confirm" as const, view, changed: confirmed !== "", fields });
}

function textsOf(choice: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formValues(choice)).flatMap(([name, value]: [string, unknown]) =>
      typeof value === "object" && value !== null
        ? Object.entries(value).map(([part, text]) => [`${name}.${part}`, String(text)])
        : [[name, String(value)]],
    ),
  );
}
