import type { PersonType } from "./check-status.ts";

type Subject = { first_name: string; last_name: string; email: string };

/**
 * The newest check of a person: the one with their email, names and part in the matter, whatever the case of the letters
 * (N-026). The view `transaction_progress_rules` has the same rule.
 *
 * @param checks the newest first
 */
export function findCheck<Check extends Subject & { person_type: PersonType }>(
  person: Subject & { person_type: PersonType },
  checks: readonly Check[],
): Check | null {
  const found = checks.find(
    (check) =>
      check.person_type === person.person_type &&
      isSame(check.email, person.email) &&
      isSame(check.first_name, person.first_name) &&
      isSame(check.last_name, person.last_name),
  );
  return found ?? null;
}

function isSame(one: string, other: string) {
  return lowerCase(one) === lowerCase(other);
}

/** A name or an email in small letters, as PostgreSQL does it: each becomes one, whatever stands beside it. */
function lowerCase(text: string) {
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join("");
}
