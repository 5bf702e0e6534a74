import type { Submission, SubmissionResult } from "@conform-to/dom";
import { data } from "@remix-run/node";
import type { z } from "zod";
import type { Transaction } from "kysely";
import { DomainError } from "#app/domain/errors.ts";
import { EditConflictError, toVersion } from "#app/domain/versions/save-change.server.ts";
import type { Version } from "#app/domain/versions/edit-conflicts.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { newIdempotencyKey, withIdempotentRedirect } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm, unvalidatedReply } from "#app/forms/form.server.ts";
import { withFieldUpdates } from "#app/forms/cleaned-names.server.ts";
import { type ListLimits, applyListButton } from "#app/forms/list-buttons.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import {
  chosenForm,
  type Conflict,
  type Labels,
  readChoices,
  readVersion,
  describeLastSave,
  showConflict,
  type Versions,
} from "./conflict.server.ts";

/** Hidden field with the questions that the user has confirmed (see `doubts`). */
const SURE = "sure";

type ChangeResponse = {
  lastResult: SubmissionResult | null;
  /**
   * Version of the record that the form was opened with. The loader may have read a newer version
   * since then.
   */
  opened: Version;
  conflict: Conflict | null;
  doubts: string[];
};

type Change<Schema extends z.ZodType> = {
  schema: Schema;
  labels: Labels;
  lists?: Readonly<Record<string, ListLimits>>;
  /**
   * Compares the version, saves the change in one database transaction and writes the audit log.
   * `form` has the fields that are not part of the record.
   */
  save: (value: z.output<Schema>, opened: Version, form: FormData) => Promise<unknown>;
  /**
   * Returns questions about unlikely values. The user confirms them by submitting the same form
   * again.
   */
  doubts?: ((value: z.output<Schema>, opened: Version) => string[] | Promise<string[]>) | undefined;
  done: { to: string; title: string };
  /** Returns what staff should know about the values that were saved. */
  notes?: ((value: z.output<Schema>, opened: Version) => string[]) | undefined;
  failure: string;
};

/**
 * Handles a form that edits a record. After an edit conflict, returns status 409 and both versions.
 * The caller must check the permission first.
 */
export async function respondToChange<Schema extends z.ZodType<object>>(
  request: Request,
  change: Change<Schema>,
) {
  const posted = await readForm(request);
  const opened = readVersion(posted);
  const chosen = readChoices(posted, change.labels);
  if (chosen) {
    const { versions, choices, all } = chosen;
    const open = Object.entries(choices).filter(([, choice]) => choice === null);
    if (all || open.length > 0) {
      const conflict = showConflict(versions, change.labels, choices);
      return stillToChoose(opened, conflict, all ? [] : open.map(([name]) => name));
    }
    const form = chosenForm(versions, choices, change.labels);
    return saveForm(form, opened, change, withFieldUpdates);
  }
  return saveForm(posted, opened, change);
}

async function saveForm<Schema extends z.ZodType<object>>(
  form: FormData,
  opened: Version,
  change: Change<Schema>,
  again = (result: SubmissionResult) => result,
) {
  const pressed = applyListButton(form, change.lists ?? {});
  const submission = await parseForm(form, change.schema);
  if (pressed) return respond({ lastResult: unvalidatedReply(submission), opened });
  if (submission.status !== "success") {
    return respond({ lastResult: again(submission.reply()), opened }, 400);
  }
  try {
    const doubts = (await change.doubts?.(submission.value, opened)) ?? [];
    if (doubts.length > 0 && formText(form, SURE) !== doubts.join(" ")) {
      return respond({ lastResult: again(unvalidatedReply(submission)), opened, doubts });
    }
    await change.save(submission.value, opened, form);
  } catch (error) {
    if (error instanceof EditConflictError) {
      const yours = toVersion(submission.value);
      const { theirs, by_you } = error;
      const versions: Versions = { by: describeLastSave(error), by_you, opened, theirs, yours };
      const conflict = showConflict(versions, change.labels);
      return respond({ lastResult: NOTHING_WRONG, opened, conflict }, 409);
    }
    const { lastResult, status } = errorReply(submission, error, change);
    return respond({ lastResult: again(lastResult), opened }, status);
  }
  const description = change.notes?.(submission.value, opened).join(" ");
  return redirectWithFlash(change.done.to, {
    kind: "success",
    title: change.done.title,
    ...(description && { description }),
  });
}

/**
 * Returns a reply with the error’s message: next to the field that a DomainError names, or above
 * the form. Reports any other error.
 */
export function errorReply(
  submission: Submission<unknown>,
  error: unknown,
  { failure, what = failure }: { failure: string; what?: string | undefined },
) {
  const message = shownMessage(error, failure);
  if (!(error instanceof DomainError)) {
    report(error, { what });
    return { lastResult: submission.reply({ formErrors: [message] }), status: 500 };
  }
  const field: unknown = Reflect.get(Object(error.data), "field");
  const lastResult =
    typeof field === "string"
      ? submission.reply({ fieldErrors: { [field]: [message] } })
      : submission.reply({ formErrors: [message] });
  return { lastResult, status: error.status };
}

export function errorAtField(
  submission: Submission<unknown>,
  field: string,
  error: unknown,
  failure: string,
) {
  const { lastResult, status } = errorReply(submission, error, { failure });
  const texts = lastResult.error?.[""] ?? [failure];
  return { lastResult: submission.reply({ fieldErrors: { [field]: texts } }), status };
}

/**
 * Empty result, which clears earlier errors. If there were no result, Conform would continue to
 * show them.
 */
const NOTHING_WRONG: SubmissionResult = {};

function stillToChoose(opened: Version, conflict: Conflict, missing: readonly string[]) {
  const labels = new Map(conflict.differences.map(({ name, label }) => [name, label]));
  const error = Object.fromEntries(
    missing.map((name) => [`choice.${name}`, [`Choose a version of ${labels.get(name) ?? name}`]]),
  );
  const lastResult: SubmissionResult =
    missing.length > 0 ? { status: "error", error, initialValue: {} } : NOTHING_WRONG;
  return respond({ lastResult, opened, conflict }, missing.length > 0 ? 400 : 409);
}

function respond(
  response: Omit<ChangeResponse, "conflict" | "doubts"> & Partial<ChangeResponse>,
  status = 200,
) {
  return data<ChangeResponse>({ conflict: null, doubts: [], ...response }, { status });
}

type CreateResponse = { lastResult: SubmissionResult; formKey: string };

/**
 * Handles a form that creates a record. The action is idempotent. The caller must check the
 * permission first.
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
    what?: string;
  },
) {
  const form = await readForm(request);
  const key = formText(form, "form_key");
  const pressed = applyListButton(form, page.lists ?? {});
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

type CreateError = { lastResult: SubmissionResult; status: number; formKey: string };

/** Creates a record with an idempotency key. Returns the redirect target or the error. */
export async function createOnce(
  submission: Submission<unknown>,
  post: { form: string; key: string; body: unknown },
  create: (trx: Transaction<DB>) => Promise<string>,
  failure: { failure: string; what?: string },
): Promise<{ location: string } | CreateError> {
  try {
    return { location: await withIdempotentRedirect(db, post, create) };
  } catch (error) {
    const { lastResult, status } = errorReply(submission, error, failure);
    // After a conflict, the form needs a new key, because this one has been used.
    return {
      lastResult,
      status,
      formKey: status === 409 ? newIdempotencyKey(post.form) : post.key,
    };
  }
}
