import type { Submission, SubmissionResult } from "@conform-to/dom";
import { z } from "zod";
import {
  findAddresses,
  type FoundAddress,
  retrieveAddress,
  type Suggestion,
} from "#app/clients/loqate.server.ts";
import type { AddressFinderState, Finders } from "#app/ui/address-finder-state.ts";
import { report } from "./report.server.ts";

/**
 * The server's half of the address finder (AMB-C17): its buttons submit the form they stand in, as an intent
 * `address.{verb}:{field}` or `address.open:{field}:{container}`, and the page comes back with everything typed.
 */
const INTENT =
  /^address\.(?<verb>find|choose|open|mine|manual|again):(?<field>[^:]+)(?::(?<container>.+))?$/;

/**
 * Answers the finder button that submitted a form, if one did. What it changes in the form (the address that was
 * chosen, or none) is put into the form as Conform's update intent, to be parsed with it: an intent shows no errors.
 *
 * @param fields the names of the form's addresses
 * @param mine the visitor's own address, where it may be the answer
 * @returns the finders' states, to answer beside `lastResult`; null when another button was pressed.
 */
export async function answerAddressFinder(
  form: FormData,
  fields: readonly string[],
  mine: FoundAddress | null = null,
): Promise<Finders | null> {
  const { verb, field, container } = INTENT.exec(text(form, "intent"))?.groups ?? {};
  if (!verb || !field || !fields.includes(field)) return null;
  const asked = {
    query: text(form, `${field}.query`).trim(),
    country: text(form, `${field}.country_code`) || "GB",
    container,
  };
  const others = addressStates(Object.fromEntries(fields.map((name) => [name, typed(form, name)])));
  switch (verb) {
    case "choose": {
      const id = text(form, `${field}.choice`);
      const address = id ? await retrieve(id) : null;
      if (address) {
        update(form, field, asTyped(address));
        return { ...others, [field]: { state: "Confirmed" } };
      }
      // Nothing was chosen: the list again. Chosen, and not to be had: what a failed search says.
      update(form, field, { query: asked.query, country_code: asked.country });
      return { ...others, [field]: id ? notFound(asked.query) : await search(asked) };
    }
    case "mine":
      if (!mine) return others;
      update(form, field, asTyped(mine));
      return { ...others, [field]: { state: "Confirmed" } };
    case "manual":
      update(form, field, { ...linesOf(typed(form, field)), country_code: asked.country });
      return { ...others, [field]: { state: "NotListed" } };
    case "again":
      update(form, field, { country_code: asked.country });
      return { ...others, [field]: { state: "Initial" } };
    default:
      update(form, field, { query: asked.query, country_code: asked.country });
      return { ...others, [field]: await search(asked) };
  }
}

/**
 * What to answer as `lastResult`, with 200: the form as it was typed, neither refused nor with the errors of a submit
 * before, which the browser would otherwise go on showing.
 */
export function asItWas(submission: Submission<unknown>): SubmissionResult {
  return { ...submission.reply(), status: undefined, error: undefined };
}

/**
 * The form with its errors. Where an address has not even been looked for, there are no lines to put right: what is
 * wrong with it is said once, at the search.
 */
export function withErrors(
  submission: Submission<unknown>,
  form: FormData,
  fields: readonly string[],
): SubmissionResult {
  const result = submission.reply();
  const searched = fields.filter((field) => !form.has(`${field}.line_1`));
  const error: NonNullable<SubmissionResult["error"]> = {};
  for (const [name, texts] of Object.entries(result.error ?? {})) {
    const place = searched.find((field) => name.startsWith(`${field}.`)) ?? name;
    error[place] ??= texts;
  }
  return { ...result, error };
}

/** Addresses as they are typed or kept, by field name; anything else is no address. */
const Typed = z.record(z.string(), z.string()).catch({});

/**
 * Where each finder of a form is when it is shown with these values and no button of its own was pressed: an address
 * that was found and kept stays so, one that was typed in can be typed on.
 */
export function addressStates(values: Record<string, unknown>): Finders {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { state: stateOf(Typed.parse(value)) }]),
  );
}

function stateOf(address: Record<string, string>): AddressFinderState["state"] {
  if (address.confirmed === "on") return "Confirmed";
  return Object.keys(linesOf(address)).length > 0 ? "NotListed" : "Initial";
}

/** An address of a record as the form's fields hold it. `confirmed`: it was found, not typed in. */
export function asTyped(
  address: { [Part in keyof FoundAddress]: FoundAddress[Part] },
  confirmed = true,
): Record<string, string> {
  const { country_iso_2, ...parts } = address;
  const filled = Object.entries(parts).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)] as const],
  );
  return {
    ...Object.fromEntries(filled),
    country_code: country_iso_2,
    ...(confirmed && { confirmed: "on" }),
  };
}

async function search(asked: {
  query: string;
  country: string;
  container: string | undefined;
}): Promise<AddressFinderState> {
  const suggestions = await findAddresses(asked).catch(noneFound);
  if (suggestions.length === 0) return notFound(asked.query);
  return { state: "Found", query: asked.query, suggestions };
}

/** A failure is told to us and looks to the visitor like an address that nobody knows (C-080). */
function noneFound(error: unknown): Suggestion[] {
  report(error, { severity: "warning", what: "address search" });
  return [];
}

async function retrieve(id: string): Promise<FoundAddress | null> {
  return retrieveAddress(id).catch((error: unknown) => {
    report(error, { severity: "warning", what: "address details" });
    return null;
  });
}

function notFound(query: string): AddressFinderState {
  return { state: "NotFound", query };
}

/** The parts that a person types, where there are any. */
function linesOf(address: Record<string, string>) {
  const names = ["line_1", "line_2", "line_3", "post_town", "county", "postcode"];
  return Object.fromEntries(
    Object.entries(address).filter(([name, value]) => names.includes(name) && value.trim() !== ""),
  );
}

function typed(form: FormData, field: string): Record<string, string> {
  const parts = [...form].flatMap(([name, value]) =>
    name.startsWith(`${field}.`) && typeof value === "string"
      ? [[name.slice(field.length + 1), value] as const]
      : [],
  );
  return Object.fromEntries(parts);
}

function update(form: FormData, name: string, value: Record<string, string>) {
  form.set("__intent__", JSON.stringify({ type: "update", payload: { name, value } }));
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
