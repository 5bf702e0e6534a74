import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

type PersonType = Selectable<DB["identity_checks"]>["person_type"];

/** Details that identify the person in an identity check: their email address, names and role. */
type Subject = {
  person_type: PersonType;
  first_name: string;
  last_name: string;
  email: string | null;
};

/**
 * Returns a person’s newest identity check, or null (N-026). Names and email addresses are compared
 * ignoring case. `checks` must be sorted, newest first.
 */
export function findCheck<Check extends Subject>(
  person: Subject,
  checks: readonly Check[],
): Check | null {
  return checks.find((check) => isCheckOf(person, check)) ?? null;
}

/**
 * Returns true if a check belongs to a person. A check without an email address belongs to no one.
 */
export function isCheckOf(person: Subject, check: Subject): boolean {
  return (
    check.person_type === person.person_type &&
    person.email !== null &&
    check.email !== null &&
    isSame(check.email, person.email) &&
    isSame(check.first_name, person.first_name) &&
    isSame(check.last_name, person.last_name)
  );
}

function isSame(one: string, other: string) {
  return one === other || lowerCase(one) === lowerCase(other);
}

/** Converts each character to lower case separately, as PostgreSQL does. */
function lowerCase(text: string) {
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join("");
}
