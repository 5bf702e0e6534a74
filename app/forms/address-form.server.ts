import type { Submission, SubmissionResult } from "@conform-to/dom";
import type { z } from "zod";
import {
  addressStates,
  type FinderResult,
  handleAddressFinder,
  typed,
} from "./address-finder.server.ts";
import { parseForm, unvalidatedReply } from "./form.server.ts";
import { filledIn } from "./typed-names.server.ts";

/**
 * Reads a posted form that asks for one address, and does what its finder was asked to.
 *
 * @param name of the address
 * @returns the finder's state; `pressed`, what a finder's button did, where one was pressed; and `again`, the reply to show
 *   the form again with when one was, or when the form did not pass, or else what was posted
 * @throws as parseForm
 */
export async function parseAddressForm<Schema extends z.ZodType>(
  form: FormData,
  name: string,
  schema: Schema,
) {
  const address = await handleAddressFinder(form, [name]);
  const submission = await parseForm(form, schema);
  if (address.pressed) {
    const again = unvalidatedReply(submission, address.problems);
    return { again, pressed: address.pressed, finder: address.finder };
  }
  const finder = { ...addressStates({ [name]: submission.payload[name] }), ...address.finder };
  if (submission.status === "success") {
    return { again: null, pressed: null, submission, address, finder };
  }
  return { again: withErrors(submission, form, [name], address), pressed: null, finder };
}

/**
 * The form with its errors. An address that has not been looked for has no lines to correct, so its error is said once, at
 * the search.
 */
export function withErrors(
  submission: Submission<unknown>,
  form: FormData,
  fields: readonly string[],
  address: FinderResult,
): SubmissionResult {
  const result = submission.reply();
  const searched = fields.filter((field) => !form.has(`${field}.line_1`));
  const error: NonNullable<SubmissionResult["error"]> = {};
  for (const [name, texts] of Object.entries(result.error ?? {})) {
    const place = searched.find((field) => name.startsWith(`${field}.`)) ?? name;
    error[place] ??= address.problems[place] ?? texts;
  }
  const [field] = fields.filter((name) => Object.keys(typed(form, name)).length > 0);
  return withAddress({ ...result, error }, form, changedBy(address) ?? field);
}

/** Returns the answer with the address that this post has taken or looked for, where it did. */
export function withChosenAddress(result: SubmissionResult, form: FormData, address: FinderResult) {
  return withAddress(result, form, changedBy(address));
}

/** Returns the address that was taken, or else looked for. */
function changedBy({ finder }: FinderResult): string | undefined {
  const names = Object.keys(finder);
  return names.find((name) => finder[name]?.state === "Confirmed") ?? names[0];
}

/**
 * Conform keeps what a form showed where the answer has errors, and each answer starts the finder again, so that an address
 * has to come with it. With an intent, Conform shows errors only where the answer says that a field was judged.
 */
function withAddress(
  result: SubmissionResult,
  form: FormData,
  name: string | undefined,
): SubmissionResult {
  // An answer that fills in the whole form has the address too.
  if (result.intent) return filledIn(result);
  if (!name) return result;
  const judged = [...(result.fields ?? []), ...Object.keys(result.error ?? {})];
  return {
    ...result,
    state: { validated: Object.fromEntries(judged.map((field) => [field, true])) },
    intent: { type: "update", payload: { name, value: typed(form, name) } },
  };
}
