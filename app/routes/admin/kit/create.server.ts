import type { Submission, SubmissionResult } from "@conform-to/dom";
import { data } from "@remix-run/node";
import type { Transaction } from "kysely";
import type { z } from "zod";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { newFormKey, onceInTransaction } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm, unvalidatedReply } from "#app/forms/form.server.ts";
import { type ListLimits, pressListButton } from "#app/forms/list-buttons.server.ts";
import { db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { errorReply } from "./change.server.ts";

/** What a page that creates a record is answered with, unless it is sent on. */
export type CreateResponse = { lastResult: SubmissionResult; formKey: string };

/**
 * Responds to a form that creates a record, which it does once however often it is sent. The caller must have checked who it is.
 *
 * @param page.form the name that the page's form key was made for
 * @param page.create the use case; returns where it leads
 * @param page.failure the specification's words when it cannot be done
 */
export async function respondToCreate<Schema extends z.ZodType<object>>(
  request: Request,
  page: {
    form: string;
    schema: Schema;
    lists?: Readonly<Record<string, ListLimits>>;
    create: (trx: Transaction<DB>, value: z.output<Schema>) => Promise<string>;
    done: string;
    failure: string;
    /** What the failure is reported as, when it has another name. */
    what?: string;
  },
) {
  const form = await readForm(request);
  const key = formText(form, "form_key");
  const pressed = pressListButton(form, page.lists ?? {});
  const submission = await parseForm(form, page.schema);
  const again = (lastResult: SubmissionResult, status: number, formKey = key) =>
    data<CreateResponse>({ lastResult, formKey }, { status });
  if (pressed) return again(unvalidatedReply(submission), 200);
  if (submission.status !== "success") return again(submission.reply(), 400);
  const { value } = submission;
  const post = { form: page.form, key, body: { ...value, form_key: "" } };
  const made = await createOnce(submission, post, (trx) => page.create(trx, value), page);
  if ("location" in made) {
    return redirectWithFlash(made.location, { kind: "success", title: page.done });
  }
  return again(made.lastResult, made.status, made.formKey);
}

/** The form again, with a key that works. */
type Refused = { lastResult: SubmissionResult; status: number; formKey: string };

/**
 * Creates what a form asks for, once however often it is sent.
 *
 * @param post.form the name that the page's form key was made for
 * @param create the use case; returns where it leads
 * @returns where it leads, or what the page is given when it cannot be done
 */
export async function createOnce(
  submission: Submission<unknown>,
  post: { form: string; key: string; body: unknown },
  create: (trx: Transaction<DB>) => Promise<string>,
  failure: { failure: string; what?: string },
): Promise<{ location: string } | Refused> {
  try {
    return { location: await onceInTransaction(db, post, create) };
  } catch (error) {
    const { lastResult, status } = errorReply(submission, error, failure);
    // A key that was used before opens nothing any more.
    return { lastResult, status, formKey: status === 409 ? newFormKey(post.form) : post.key };
  }
}
