import type { Submission, SubmissionResult } from "@conform-to/dom";
import { NAME_CLEANED } from "#app/domain/fields/messages.ts";
import { nameWithLoss } from "#app/domain/fields/names.server.ts";

/**
 * Names that cleaning would change under their writer's eyes. The form comes back with the cleaned name filled in and an
 * error at its field; posted again, nothing is left to clean, so that it is saved (IN-9).
 */

const NAME = /(?:^|\.)(?:(?:first|middle|last|full)_name|seller_[12]_name)$/;

/**
 * Writes cleaned names into a form, where it was submitted by its own button: others judge nothing.
 *
 * @returns the fields that have lost something
 */
export function cleanNames(form: FormData): string[] {
  if (form.get("intent")) return [];
  return [...form.keys()].filter((field) => {
    const [typed, ...more] = NAME.test(field) ? form.getAll(field) : [];
    const name = typeof typed === "string" && more.length === 0 ? nameWithLoss(typed) : null;
    if (name !== null) form.set(field, name);
    return name !== null;
  });
}

/** Returns what was posted as wrong in these fields, whatever else is wrong with it. */
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
      return filledIn({ ...reply, status: "error", error: { ...cleaned, ...reply.error } });
    },
  };
}

/** The hidden fields that an answer may have a new value for: what was posted must not take its place. */
const PAGES_OWN = /^(?:form_key|opened|version|\w+_shown)$/;

/**
 * An answer that puts what it holds into the fields: where it has errors, the browser keeps what it showed. With an
 * intent, Conform shows errors only where the answer says that a field was judged.
 */
export function filledIn(result: SubmissionResult): SubmissionResult {
  const wrong = Object.keys(result.error ?? {});
  // A field of which nothing is left has no value.
  const empty = Object.fromEntries(wrong.filter((field) => NAME.test(field)).map((f) => [f, ""]));
  const typed = Object.entries(result.initialValue ?? {}).filter(([name]) => !PAGES_OWN.test(name));
  return {
    ...result,
    state: { validated: Object.fromEntries(wrong.map((field) => [field, true])) },
    intent: { type: "update", payload: { value: { ...empty, ...Object.fromEntries(typed) } } },
  };
}
