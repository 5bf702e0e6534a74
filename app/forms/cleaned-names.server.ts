import type { Submission, SubmissionResult } from "@conform-to/dom";
import { NAME_CLEANED } from "#app/domain/shared/messages.ts";
import { cleanedNameIfChanged } from "#app/domain/shared/names.server.ts";

/** Fields with names. One changed by cleaning comes back once, with an error (IN-9). */

const NAME = /(?:^|\.)(?:(?:first|middle|last|full)_name|seller_[12]_name)$/;

/** Cleans names in a form submitted by its main button. Returns the changed fields. */
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

/** Adds an error for each cleaned name to a submission. */
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

/** Hidden fields that a reply may renew, so submitted values do not overwrite them. */
const PAGES_OWN = /^(?:form_key|opened|version|\w+_shown)$/;

/**
 * Returns a reply that overwrites the fields in the browser. With an intent, Conform shows errors
 * only for validated fields.
 */
export function withFieldUpdates(result: SubmissionResult): SubmissionResult {
  const wrong = Object.keys(result.error ?? {});
  // A field that is empty after cleaning has no value.
  const empty = Object.fromEntries(wrong.filter((field) => NAME.test(field)).map((f) => [f, ""]));
  const typed = Object.entries(result.initialValue ?? {}).filter(([name]) => !PAGES_OWN.test(name));
  return {
    ...result,
    state: { validated: Object.fromEntries(wrong.map((field) => [field, true])) },
    intent: { type: "update", payload: { value: { ...empty, ...Object.fromEntries(typed) } } },
  };
}
