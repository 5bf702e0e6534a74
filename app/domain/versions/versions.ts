import { ConflictError } from "#app/domain/errors.ts";

/**
 * Two editors of one record. A form carries the values that it was opened with (`opened`). The second to save is shown the
 * fields that differ, theirs beside yours, and chooses.
 */

/** A snapshot: the fields of a form with their values. */
export type Version = Readonly<Record<string, unknown>>;

export type Difference = {
  name: string;
  was: string;
  theirs: string;
  yours: string;
  /** Who changed it since the form was opened. */
  changed_by: "them" | "you" | "both";
};

/** The names of the fields in which two versions differ. */
export function differingFields(one: Version, other: Version): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !same(one[name], other[name]));
}

/** The fields in which theirs and yours differ, in the order of yours. */
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

/** What is chosen beforehand: the value of the only one who changed the field; nothing where both did. */
export function defaultChoice({ changed_by }: Difference): Choice | null {
  if (changed_by === "both") return null;
  return changed_by === "them" ? "theirs" : "yours";
}

/** Your version, with their values where theirs was chosen. */
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

/** A value as text that does not depend on the order of its parts. */
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

/** A value of a form on one line: the parts of an address, the emails of a list. */
function versionText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(versionText).filter(Boolean).join(", ");
}

/**
 * Guards what a member of staff was asked to confirm: it is done as the page said, or not at all.
 *
 * @param now what would be done
 * @param confirmed what the confirmation page said; moments as ISO texts, a plan as its mark
 * @param what the beginning of the message: "The buyer, or who is written to,"
 * @param next what to do about it
 * @throws ConflictError when any of it has changed
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
