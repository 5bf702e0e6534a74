import { INTENT } from "@conform-to/dom";
import { z } from "zod";
import { type FoundAddress, retrieveAddress } from "#app/clients/loqate/client.server.ts";
import { LOOKUP_PARTS, TYPED_PARTS } from "#app/domain/shared/address.ts";
import { DEFAULT_COUNTRY } from "#app/domain/shared/countries.ts";
import { env } from "#app/platform/env.server.ts";
import { asPlainText } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import {
  ADDRESS_NOT_FOUND,
  type AddressFinderState,
  type Finders,
} from "#app/ui/address-finder-state.ts";
import { AUTOSAVE_INTENT } from "#app/ui/forms/form-types.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { type AddressQuery, listAddresses, SEARCH_FAILED } from "./address-list.server.ts";
import { formText } from "./form.server.ts";

/**
 * Intents of the address finder's buttons (AMB-C17): `address.{verb}:{field}`, or
 * `address.open:{field}:{container}`. Each button submits the whole form, and the response shows
 * everything that the visitor typed.
 */
const FINDER_INTENT =
  /^address\.(?<verb>find|choose|open|mine|manual|again):(?<field>[^:]+)(?::(?<container>.+))?$/;

export type FinderResult = {
  /**
   * Result of a finder's button, after which the form is shown again without validation. Null if
   * the visitor clicked a different button.
   */
  button: (Step & { field: string }) | null;
  finder: Finders;
  /** Errors by field, for selected addresses that could not be retrieved. */
  problems: Record<string, string[]>;
};

/**
 * Runs the finder's button that was clicked. Any other button of the form first retrieves the
 * selected addresses, so that the visitor doesn't need to click "Use this address". Writes the
 * addresses into the form, which is then parsed.
 */
export async function handleAddressFinder(
  form: FormData,
  fields: readonly string[],
  mine: FoundAddress | null = null,
): Promise<FinderResult> {
  const { verb, field, container } = FINDER_INTENT.exec(formText(form, "intent"))?.groups ?? {};
  if (verb && field && fields.includes(field)) {
    const others = Object.fromEntries(fields.map((name) => [name, typed(form, name)]));
    const step = await runFinderButton(form, { verb, field, container, mine });
    const { value, state, problem } = step;
    update(form, field, value);
    return {
      button: { field, ...step },
      finder: { ...addressStates(others), [field]: state },
      problems: problem ? { [field]: [problem] } : {},
    };
  }
  const result: FinderResult = { button: null, finder: {}, problems: {} };
  for (const name of fields.filter((name) => isToTake(form, name))) {
    const { address, state, problem } = await retrieveSelected(form, name);
    if (address) put(form, name, addressFormValues(address));
    result.finder[name] = state;
    if (problem) result.problems[name] = [problem];
  }
  return result;
}

type Press = {
  verb: string;
  field: string;
  container: string | undefined;
  mine: FoundAddress | null;
};

type Step = { value: Record<string, string>; state: AddressFinderState; problem?: string };

async function runFinderButton(
  form: FormData,
  { verb, field, container, mine }: Press,
): Promise<Step> {
  const asked = searchFrom(form, field);
  const before = typed(form, field);
  const { by_hand = "" } = before;
  const stay = { country_code: asked.country, by_hand };
  switch (verb) {
    case "choose": {
      const { address, state, problem } = await retrieveSelected(form, field);
      if (address) return { value: addressFormValues(address), state };
      const { query = "", choice = "" } = before;
      return { value: { ...stay, query, choice }, state, problem };
    }
    case "mine":
      if (!mine) return { value: stay, state: { state: "Initial" } };
      return { value: addressFormValues(mine), state: { state: "Confirmed" } };
    case "manual":
      return { value: { ...stay, ...readByHand(by_hand) }, state: { state: "NotListed" } };
    case "again": {
      if (!isByHand(before)) return { value: stay, state: { state: "Initial" } };
      const lines = typedLines(before);
      // A confirmed address that was typed becomes editable. Unconfirmed lines are stored while the
      // visitor looks for a different address.
      return before.confirmed === "on"
        ? { value: { ...stay, ...lines }, state: { state: "NotListed" } }
        : { value: { ...stay, by_hand: JSON.stringify(lines) }, state: { state: "Initial" } };
    }
    default: {
      const state = await search({ ...asked, container });
      return { value: { ...stay, query: asked.query }, state };
    }
  }
}

/**
 * Returns true if the field has a selected address to retrieve, or a query that has not been
 * searched for yet. The query counts only if the visitor clicked the main button.
 */
function isToTake(form: FormData, field: string): boolean {
  const intent = formText(form, "intent");
  if (intent === AUTOSAVE_INTENT || form.has(`${field}.line_1`)) return false;
  if (formText(form, `${field}.choice`)) return true;
  return intent === "" && formText(form, `${field}.query`).trim() !== "";
}

type Taken = { address: FoundAddress | null; state: AddressFinderState; problem?: string };

/**
 * Returns the selected address. Returns the list of results again if the address cannot be
 * retrieved (C-080).
 */
async function retrieveSelected(form: FormData, field: string): Promise<Taken> {
  const asked = searchFrom(form, field);
  const choice = formText(form, `${field}.choice`);
  const work = async (): Promise<Taken> => {
    const address = choice ? await retrieve(choice) : null;
    if (address) return { address, state: { state: "Confirmed" } };
    const state = await search(asked);
    const lost = choice !== "" && state.state === "Found";
    return { address: null, state, ...(lost && { problem: notFoundText() }) };
  };
  return withTimeout(work()).catch((error: unknown) => {
    report(error, { severity: "warning", what: "address details" });
    return { address: null, state: notFound(asked.query) };
  });
}

function notFoundText() {
  return asPlainText({ text: ADDRESS_NOT_FOUND, email: env.SUPPORT_EMAIL });
}

/** Field of a draft that stores the finder step where the visitor stopped: `{field}:{state}`. */
export const ADDRESS_STEP = "address_step";

const StepName = z.enum(["Initial", "Found", "NotFound", "NotListed", "Confirmed"]);

/**
 * Writes the result of a finder's button into the form, which is stored as a draft until its page
 * is shown.
 */
export function writeStep(form: FormData, { field, value, state }: Step & { field: string }) {
  const { container } = state;
  put(form, field, { ...value, ...(container && { container }) });
  form.set(ADDRESS_STEP, `${field}:${state.state}`);
}

/**
 * Restores the finder's state from a stored form. If the form showed search results, repeats the
 * search.
 */
export async function readStep(typed: Readonly<Record<string, unknown>>): Promise<Finders> {
  const step = typed[ADDRESS_STEP];
  const [field = "", name] = typeof step === "string" ? step.split(":") : [];
  const { data: state } = StepName.safeParse(name);
  if (!state) return {};
  if (state !== "Found" && state !== "NotFound") return { [field]: { state } };
  const { query = "", country_code, container } = Typed.parse(typed[field]);
  return { [field]: await search({ query, country: country_code || DEFAULT_COUNTRY, container }) };
}

const Typed = z.record(z.string(), z.string()).catch({});

/**
 * Returns the state of each finder, derived from the form's values: an address from the lookup
 * stays confirmed.
 */
export function addressStates(values: Record<string, unknown>): Finders {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { state: finderState(Typed.parse(value)) },
    ]),
  );
}

function finderState(address: Record<string, string>): AddressFinderState["state"] {
  if (address.confirmed === "on") return "Confirmed";
  return Object.keys(typedLines(address)).length > 0 ? "NotListed" : "Initial";
}

/**
 * Maps a stored address to form values. `confirmed` is true if the address came from the lookup.
 */
export function addressFormValues(
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

function searchFrom(form: FormData, field: string): AddressQuery {
  return {
    query: formText(form, `${field}.query`).trim(),
    country: formText(form, `${field}.country_code`) || DEFAULT_COUNTRY,
    container: formText(form, `${field}.container`) || undefined,
  };
}

async function search(asked: AddressQuery): Promise<AddressFinderState> {
  const found = await nullIfFailed(listAddresses(asked), SEARCH_FAILED);
  if (!found || found.suggestions.length === 0) return notFound(asked.query);
  return { state: "Found", query: asked.query, ...found };
}

function retrieve(id: string): Promise<FoundAddress | null> {
  return nullIfFailed(retrieveAddress(id), { severity: "warning", what: "address details" });
}

function notFound(query: string): AddressFinderState {
  return { state: "NotFound", query };
}

function typedLines(address: Record<string, string>) {
  const names: readonly string[] = TYPED_PARTS;
  return Object.fromEntries(
    Object.entries(address).filter(([name, value]) => names.includes(name) && value.trim() !== ""),
  );
}

function isByHand(address: Record<string, string>): boolean {
  const isFound = LOOKUP_PARTS.some((name) => address[name]);
  return !isFound && Object.keys(typedLines(address)).length > 0;
}

/** Returns the address lines that the visitor typed before searching for a different address. */
function readByHand(by_hand: string): Record<string, string> {
  try {
    return typedLines(Typed.parse(JSON.parse(by_hand || "{}")));
  } catch {
    return {};
  }
}

export function typed(form: FormData, field: string): Record<string, string> {
  const parts = [...form].flatMap(([name, value]) =>
    name.startsWith(`${field}.`) && typeof value === "string"
      ? [[name.slice(field.length + 1), value] as const]
      : [],
  );
  return Object.fromEntries(parts);
}

function update(form: FormData, name: string, value: Record<string, string>) {
  form.set(INTENT, JSON.stringify({ type: "update", payload: { name, value } }));
}

function put(form: FormData, field: string, value: Record<string, string>) {
  for (const name of Object.keys(typed(form, field))) form.delete(`${field}.${name}`);
  for (const [name, part] of Object.entries(value)) form.set(`${field}.${name}`, part);
}
