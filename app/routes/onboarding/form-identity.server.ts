import { data } from "@remix-run/node";
import { findFormResult } from "#app/forms/form-key.server.ts";
import { formText } from "#app/forms/form.server.ts";
import { db } from "#db/connection.ts";

/** What a posted form says of the record it is about. */
export type FormTarget = {
  /** As posted: "" for a record that was not there yet. */
  id: string;
  /** The record that it names, or else the one that it made when it was sent before. */
  named: string;
  /** Of the record when the form was shown; "" when there was none. */
  version: string;
  key: string;
};

/**
 * Which record a posted form is about. Another tab may work on another one meanwhile, so that the session is not asked.
 *
 * @param of.form the name of the form in its one-time keys
 * @param of.field the hidden field that names the record
 * @param of.noun what the address of a page calls it
 */
export async function readFormTarget(
  form: FormData,
  of: { form: string; field: string; noun: "sale" | "purchase" },
): Promise<FormTarget> {
  const id = formText(form, of.field);
  const key = formText(form, "form_key");
  const led = id === "" ? await findFormResult(db, { form: of.form, key }) : null;
  const named = led === null ? id : matterIdFromUrl(led, of.noun);
  return { id, named, version: formText(form, "version"), key };
}

/**
 * Whether what a form keeps on its way is still to be kept: it may arrive after the same form was sent off, and would
 * then come back as answers that nobody has sent.
 */
export function isDraftCurrent(sent: FormTarget, record: { version: number } | null): boolean {
  return sent.id === "" ? sent.named === "" : sent.version === String(record?.version);
}

/** Answers a form that was only kept. */
export function noContent() {
  return data(null, { status: 204 });
}

/** @returns the id of the matter that the address of a page names; "" when it names none. */
export function matterIdFromUrl(location: string, noun: "sale" | "purchase"): string {
  const { searchParams } = new URL(location, "http://localhost");
  return searchParams.get(noun) ?? "";
}
