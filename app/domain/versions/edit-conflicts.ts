import { ConflictError } from "#app/domain/errors.ts";

/**
 * Conflicts between editors. A form posts the values with which it was `opened`. The second editor
 * sees the fields that differ, and chooses.
 */

/** A snapshot: a form’s fields and values. */
export type Version = Readonly<Record<string, unknown>>;

export type Difference = {
  name: string;
  was: string;
  theirs: string;
  yours: string;
  /** Editor of the field since the form was opened. */
  changed_by: "them" | "you" | "both";
};

/** Lists the fields in which two versions differ. */
export function differingFields(one: Version, other: Version): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !same(one[name], other[name]));
}

/** Lists the fields in which their version and yours differ, in your order. */
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

/** Returns the only side that changed the field, which is preselected; null if both did. */
export function defaultChoice({ changed_by }: Difference): Choice | null {
  if (changed_by === "both") return null;
  return changed_by === "them" ? "theirs" : "yours";
}

/** Returns your version with their values for the chosen fields. */
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

/** Serialises a value regardless of key order. */
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

/** Formats a value on one line: the parts of an address, the emails of a list. */
function versionText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(versionText).filter(Boolean).join(", ");
}

/**
 * Checks that a confirmed action is still what the page showed. Times are ISO strings, and a plan
 * is its digest. The message starts with `what`: "The buyer, or the list of recipients,".
 * @throws ConflictError if anything has changed
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
