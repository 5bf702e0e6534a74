/**
 * Conflicts between two editors of a record. A form posts the values that it had when it was
 * `opened`. The editor who saves last sees the fields that differ, and chooses whose values to
 * keep.
 */

import { ConflictError } from "#app/domain/errors.ts";

/** A snapshot of a record: the fields of its form and their values. */
export type Version = Readonly<Record<string, unknown>>;

export type Difference = {
  name: string;
  was: string;
  theirs: string;
  yours: string;
  /** The editor who has changed the field since the form was opened. */
  changed_by: "them" | "you" | "both";
};

/** Lists the names of the fields in which two versions differ. */
export function differingFields(one: Version, other: Version): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !same(one[name], other[name]));
}

/**
 * Lists the fields in which the other editor’s version differs from yours, in the order of your
 * version.
 */
export function compareVersions(versions: {
  opened: Version;
  theirs: Version;
  yours: Version;
}): Difference[] {
  const { opened, theirs, yours } = versions;
  return differingFields(yours, theirs).map((name) => {
    const byThem = !same(opened[name], theirs[name]);
    const byYou = !same(opened[name], yours[name]);
    return {
      name,
      was: versionText(opened[name]),
      theirs: versionText(theirs[name]),
      yours: versionText(yours[name]),
      changed_by: byThem && byYou ? "both" : byThem ? "them" : "you",
    };
  });
}

export type Choice = "theirs" | "yours";

/**
 * Returns the choice that is preselected for a field: the version of the only editor who changed
 * it. Returns null if both did.
 */
export function defaultChoice({ changed_by }: Difference): Choice | null {
  if (changed_by === "both") return null;
  return changed_by === "them" ? "theirs" : "yours";
}

/** Returns your version, with the other editor’s values in the fields where you chose them. */
export function mergeVersions(
  { theirs, yours }: { theirs: Version; yours: Version },
  choices: Readonly<Record<string, Choice | null>>,
): Version {
  const chosen = Object.keys(yours).map((name): [string, unknown] => [
    name,
    choices[name] === "theirs" ? theirs[name] : yours[name],
  ]);
  return Object.fromEntries(chosen);
}

function same(one: unknown, other: unknown) {
  return canonical(one) === canonical(other);
}

/** Serialises a value in such a way that the order of its keys makes no difference. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? "", (_, part: unknown) => inOrder(part));
}

function inOrder(part: unknown): unknown {
  if (!isParts(part)) return part;
  return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isParts(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Formats a value as one line, such as the parts of an address or the emails of a list. */
function versionText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(versionText).filter(Boolean).join(", ");
}

/**
 * Throws if an action is no longer what the confirmation page showed. Pass times as ISO strings,
 * and a plan as its digest. The error message starts with `what`, such as "The buyer or the list of
 * recipients".
 * @throws ConflictError
 */
export function requireAsConfirmed(
  now: Version,
  confirmed: Version,
  what: string,
  next = "Check the details and confirm again",
): void {
  if (differingFields(now, confirmed).length === 0) return;
  throw new ConflictError(`${what} has changed since you opened this page. ${next}.`);
}
