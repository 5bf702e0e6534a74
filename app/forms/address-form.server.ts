import type { Submission, SubmissionResult } from "@conform-to/dom";
import type { z } from "zod";
import {
  addressStates,
  type FinderResult,
  handleAddressFinder,
  typed,
} from "./address-finder.server.ts";
import { parseForm, unvalidatedReply } from "./form.server.ts";
import { withFieldUpdates } from "./cleaned-names.server.ts";

/**
 * Parses a form that has one address, and runs its finder. Returns the finder's state, in `pressed`
 * the result of the finder's button, and in `again` the reply if the form must be shown again.
 * Throws like parseForm.
 */
export async function parseAddressForm<Schema extends z.ZodType>(
  form: FormData,
  name: string,
  schema: Schema,
) {
  const address = await handleAddressFinder(form, [name]);
  const submission = await parseForm(form, schema);
  if (address.button) {
    const again = unvalidatedReply(submission, address.problems);
    return { again, pressed: address.button, finder: address.finder };
  }
  const finder = { ...addressStates({ [name]: submission.payload[name] }), ...address.finder };
  if (submission.status === "success") {
    return { again: null, pressed: null, submission, address, finder };
  }
  return { again: withErrors(submission, form, [name], address), pressed: null, finder };
}

/**
 * Returns the reply with its errors. Moves the errors of an address without lines to its search
 * box.
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

/** Adds to the reply the address that this submit looked up. */
export function withChosenAddress(result: SubmissionResult, form: FormData, address: FinderResult) {
  return withAddress(result, form, changedBy(address));
}

function changedBy({ finder }: FinderResult): string | undefined {
  const names = Object.keys(finder);
  return names.find((name) => finder[name]?.state === "Confirmed") ?? names[0];
}

/**
 * Adds an address to a reply, because each reply resets the finder. If a reply has an intent,
 * Conform shows errors only for fields that are marked as validated.
 */
function withAddress(
  result: SubmissionResult,
  form: FormData,
  name: string | undefined,
): SubmissionResult {
  if (result.intent) return withFieldUpdates(result);
  if (!name) return result;
  const judged = [...(result.fields ?? []), ...Object.keys(result.error ?? {})];
  return {
    ...result,
    state: { validated: Object.fromEntries(judged.map((field) => [field, true])) },
    intent: { type: "update", payload: { name, value: typed(form, name) } },
  };
}
