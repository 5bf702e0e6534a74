import { z } from "zod";
import { yesNoText } from "#app/domain/shared/answers.ts";
import { adminDate, adminTime } from "#app/domain/shared/dates.ts";
import { formatPhone } from "#app/domain/shared/phone.ts";
import type { EditConflictError } from "#app/domain/versions/save-change.server.ts";
import {
  type Choice,
  compareVersions,
  type Difference,
  mergeVersions,
  defaultChoice,
  type Version,
} from "#app/domain/versions/edit-conflicts.ts";
import { formText, isFieldName } from "#app/forms/form.server.ts";

export type Conflict = {
  /**
   * The other editor, and when they saved: "Ada Marsh saved this on 21/11/2026 at 14:02, while you
   * were editing".
   */
  by: string;
  /** True if the other editor is the same person in another tab. */
  by_you: boolean;
  differences: (Difference & { label: string; chosen: Choice | null })[];
  opened: Version;
  theirs: Version;
  yours: Version;
};

export type Labels = Readonly<
  Record<string, string | { label: string; show: (stored: string) => string }>
>;

export const showOption =
  (options: readonly { value: string; label: string }[]) =>
  (id: string): string =>
    options.find(({ value }) => value === id)?.label ?? id;

export type Versions = Pick<Conflict, "by" | "by_you" | "opened" | "theirs" | "yours">;

/**
 * Compares the versions and returns what the conflict form shows. If only one editor changed a
 * field, that editor’s value is the default.
 */
export function showConflict(
  versions: Versions,
  labels: Labels,
  choices?: Readonly<Record<string, Choice | null>>,
): Conflict {
  const differences = differencesIn(versions, labels).map((difference) => ({
    ...shown(difference, labels),
    chosen: choices ? (choices[difference.name] ?? null) : defaultChoice(difference),
  }));
  const order = Object.keys(labels);
  differences.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  return { ...versions, differences };
}

/**
 * Returns the fields whose values differ. The versions come back from the page, so this drops names
 * that are not fields of the form.
 */
function differencesIn(versions: Versions, labels: Labels): Difference[] {
  return compareVersions(versions).filter(({ name }) => Object.hasOwn(labels, name));
}

function shown(difference: Difference, labels: Labels) {
  const name = labels[difference.name];
  const label = typeof name === "object" ? name.label : (name ?? difference.name);
  const { was, theirs, yours } = difference;
  const isBox = [was, theirs, yours].includes("on");
  const text = (stored: string) => {
    if (isBox) return yesNoText(stored === "on");
    if (stored === "") return "Blank";
    // `formatPhone` recognises a stored phone number by its format.
    return typeof name === "object" ? name.show(stored) : formatPhone(stored);
  };
  return { ...difference, label, was: text(was), theirs: text(theirs), yours: text(yours) };
}

export function describeLastSave({ last, by_you }: EditConflictError): string {
  if (!last) return "Someone else saved this while you were editing";
  const when = `on ${adminDate(last.at)} at ${adminTime(last.at)}`;
  if (by_you) return `You saved this in another tab ${when}`;
  return `${last.by ?? "Someone else"} saved this ${when}, while you were editing`;
}

const Json = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "not JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.unknown()))
  .refine((version) => isShallow(version, MAX_DEPTH));

const MAX_DEPTH = 5;

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1));
}

/**
 * Parses the version of the record that the form was opened with. If the version can’t be parsed,
 * every field counts as changed.
 */
export function readVersion(form: FormData, name = "opened"): Version {
  return parseVersion(form.get(name));
}

export function parseVersion(field: unknown): Version {
  return Json.safeParse(field).data ?? {};
}

export function readChoices(form: FormData, labels: Labels) {
  if (!form.has("yours")) return null;
  const versions: Versions = {
    by: formText(form, "by"),
    by_you: form.has("by_you"),
    opened: readVersion(form, "was"),
    theirs: readVersion(form),
    yours: readVersion(form, "yours"),
  };
  const all = asChoice(form.get("all"));
  const choices = Object.fromEntries(
    differencesIn(versions, labels).map(({ name }) => [
      name,
      all ?? asChoice(form.get(`choice.${name}`)),
    ]),
  );
  return { versions, choices, all };
}

function asChoice(value: FormDataEntryValue | null): Choice | null {
  return value === "theirs" || value === "yours" ? value : null;
}

export function chosenForm(
  versions: Versions,
  choices: Readonly<Record<string, Choice | null>>,
  labels: Labels,
): FormData {
  const form = new FormData();
  const merged = mergeVersions(versions, choices);
  for (const name of Object.keys(labels)) append(form, name, merged[name]);
  return form;
}

/**
 * Appends a value to the form. A posted version may be forged, so this drops names that are not
 * valid field names.
 */
function append(form: FormData, name: string, value: unknown) {
  if (!isFieldName(name)) return;
  if (typeof value === "string") form.append(name, value);
  else if (Array.isArray(value)) {
    value.forEach((item, index) => append(form, `${name}[${index}]`, item));
  } else if (typeof value === "object" && value !== null) {
    for (const [part, inner] of Object.entries(value)) append(form, `${name}.${part}`, inner);
  }
}
