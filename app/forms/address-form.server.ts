import type { z } from "zod";
import {
  addressStates,
  handleAddressFinder,
  unvalidatedReply,
  withErrors,
} from "./address-finder.server.ts";
import { parseForm } from "./form.server.ts";

/**
 * Reads a posted form that asks for one address, and does what its finder was asked to.
 *
 * @param name of the address
 * @returns where the finder is; and `again`, the reply to show the form again with, when a button of the finder was
 *   pressed or something has not passed, or else what was posted
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
    return { again, finder: address.finder };
  }
  const finder = { ...addressStates({ [name]: submission.payload[name] }), ...address.finder };
  if (submission.status === "success") return { again: null, submission, address, finder };
  return { again: withErrors(submission, form, [name], address), finder };
}
