import type { SubmissionResult } from "@conform-to/dom";
import { data } from "@remix-run/node";
import type { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import type { SolicitorLetter } from "#app/domain/transactions/letter.ts";
import { planMark } from "#app/domain/transactions/plan-solicitors.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { doOnce, findFormResult, newFormKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { type Db, db } from "#db/connection.ts";
import { carryOut } from "../kit/carry-out.server.ts";
import { errorReply } from "../kit/change.server.ts";

/** What staff confirm: who was, who is to be, everybody who is written to, and what stays as it is. */
export type ReplacementView = {
  property: string;
  from: string;
  to: string;
  reason: string;
  comments: string | null;
  /** Why to think twice; null when there is nothing. */
  warning: string | null;
  emails: string[];
  /** What the new solicitor reads; null of an estate agent, and where nobody is written to. */
  letter: SolicitorLetter | null;
  not_sent: string[];
  stays: string[];
};

type Replacement<Choice> = { choice: Choice; confirmed: string; actor: Actor };

type Page<Schema extends z.ZodType<object>, Plan extends object> = {
  /** What its one-time key is made for. */
  form: string;
  /** Where it leads in any case. */
  tab: string;
  schema: Schema;
  /** What would be done now; throws a DomainError when nothing can be. */
  plan: (choice: z.output<Schema>) => Promise<Plan>;
  view: (plan: Plan, choice: z.output<Schema>) => ReplacementView;
  replace: (trx: Db, replacement: Replacement<z.output<Schema>>) => Promise<unknown>;
  done: string;
  failure: string;
};

const FAILED = "Not put right";

/**
 * Responds to the form that puts right who acts in a matter, which leads to its confirmation, and that, which leads to the
 * replacement or back to the form. What has been typed travels in the pages that are posted: a reason does not belong in an
 * address. The caller must have checked who it is.
 */
export async function respondToPutRight<Schema extends z.ZodType<object>, Plan extends object>(
  request: Request,
  actor: Actor,
  page: Page<Schema, Plan>,
) {
  const { tab, failure } = page;
  const form = await readForm(request);
  const submission = await parseForm(form, page.schema);
  if (submission.status !== "success") return fillIn(submission.reply(), 400);
  const choice = submission.value;
  if (form.has("amend")) return fillIn(null, 200, textsOf(choice));
  const confirmed = formText(form, "confirmed");
  const key = formText(form, "form_key");
  // A copy of a form that has done its work gets the same response, although there is another plan by now.
  if (!(await findFormResult(db, { form: page.form, key }))) {
    try {
      const plan = await page.plan(choice);
      if (planMark(plan) !== confirmed) {
        const fields = {
          ...textsOf(choice),
          confirmed: planMark(plan),
          form_key: newFormKey(page.form),
        };
        const changed = confirmed !== "";
        return data({ step: "confirm" as const, view: page.view(plan, choice), changed, fields });
      }
    } catch (error) {
      const { lastResult, status } = errorReply(submission, error, { failure });
      const atField = Object.keys(lastResult.error ?? {}).some((field) => field !== "");
      if (atField) return fillIn(lastResult, status);
      const description = shownMessage(error, failure);
      return redirectWithFlash(tab, { kind: "error", title: FAILED, description });
    }
  }
  return carryOut({
    run: () =>
      doOnce(db, { form: page.form, key, body: { choice, confirmed } }, (trx) =>
        page.replace(trx, { choice, confirmed, actor }),
      ),
    done: { to: tab, title: "Success!", description: page.done },
    failed: { to: tab, title: FAILED },
    failure,
    here: tab,
  });
}

/** The fields as they are posted again: of texts and ids alone. */
function textsOf(choice: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formValues(choice)).map(([name, value]) => [name, String(value)]),
  );
}

function fillIn(
  lastResult: SubmissionResult | null,
  status: number,
  values?: Record<string, string>,
) {
  return data({ step: "form" as const, lastResult, values }, { status });
}

/** An email with everybody who gets it: "Instruction to the new solicitor: a@b.test, copy to c@d.test". */
export function emailLine(label: string, { to, cc }: { to: string; cc: readonly string[] }) {
  return `${label}: ${[to, ...(cc.length > 0 ? [`copy to ${cc.join(", ")}`] : [])].join(", ")}`;
}
