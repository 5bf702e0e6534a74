import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

type PersonType = Selectable<DB["checks"]>["person_type"];

/** A check belongs to the person who has its email, names and part in the matter. */
type Subject = {
  person_type: PersonType;
  first_name: string;
  last_name: string;
  email: string | null;
};

/**
 * Returns the newest check of a person, whatever the case of the letters (N-026); null for none.
 *
 * @param checks the newest first
 */
export function findCheck<Check extends Subject>(
  person: Subject,
  checks: readonly Check[],
): Check | null {
  return checks.find((check) => isCheckOf(person, check)) ?? null;
}

/** Returns whether a check belongs to a person. A check without an email belongs to no one. */
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

/** Returns a name or an email in small letters, letter by letter, as PostgreSQL does. */
function lowerCase(text: string) {
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join("");
}
