import type { Submission, SubmissionResult } from "@conform-to/dom";
import { NAME_CLEANED } from "#app/domain/shared/messages.ts";
import { cleanedNameIfChanged } from "#app/domain/shared/names.server.ts";

/**
 * Matches fields with people's names. If cleaning changes a name, the form is shown once more with
 * an error next to that field (IN-9).
 */
const NAME = /(?:^|\.)(?:(?:first|middle|last|full)_name|seller_[12]_name)$/;

/**
 * Cleans the names in a form that was submitted by its main button. Returns the fields that
 * changed.
 */
export function cleanNames(form: FormData): string[] {
  if (form.get("intent")) return [];
  return [...form.keys()].filter((field) => {
    const [typed, ...more] = NAME.test(field) ? form.getAll(field) : [];
    const name =
      typeof typed === "string" && more.length === 0 ? cleanedNameIfChanged(typed) : null;
    if (name !== null) form.set(field, name);
    return name !== null;
  });
}

/** Adds an error to the submission for each field with a cleaned name. */
export function withCleanedNames<Schema, Value>(
  submission: Submission<Schema, string[], Value>,
  fields: readonly string[],
): Submission<Schema, string[], Value> {
  const cleaned = Object.fromEntries(fields.map((field) => [field, [NAME_CLEANED]]));
  return {
    status: "error",
    payload: submission.payload,
    error: { ...cleaned, ...("error" in submission ? submission.error : {}) },
    reply: (options) => {
      const reply = submission.reply(options);
      return withFieldUpdates({ ...reply, status: "error", error: { ...cleaned, ...reply.error } });
    },
  };
}

/** Hidden fields that a reply may renew. Their submitted values must not overwrite the new ones. */
const PAGES_OWN = /^(?:form_key|opened|version|\w+_shown)$/;

/**
 * Returns a reply that overwrites the fields in the browser. If a reply has an intent, Conform
 * shows errors only for fields that are marked as validated.
 */
export function withFieldUpdates(result: SubmissionResult): SubmissionResult {
  const wrong = Object.keys(result.error ?? {});
  // Conform leaves out an empty field, so a name that is empty after cleaning is added as "".
  const empty = Object.fromEntries(wrong.filter((field) => NAME.test(field)).map((f) => [f, ""]));
  const typed = Object.entries(result.initialValue ?? {}).filter(([name]) => !PAGES_OWN.test(name));
  return {
    ...result,
    state: { validated: Object.fromEntries(wrong.map((field) => [field, true])) },
    intent: { type: "update", payload: { value: { ...empty, ...Object.fromEntries(typed) } } },
  };
}
