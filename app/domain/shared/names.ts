import { EmailNotNeededError } from "#app/domain/errors.ts";

/** Valuers and negotiators have no middle name; some valuers have no last name. */
export type Names = { first_name: string; middle_name?: string | null; last_name: string | null };

/** Returns "Ann Marie Smith". */
export function fullName({ first_name, middle_name, last_name }: Names): string {
  return [first_name, middle_name, last_name].filter(Boolean).join(" ");
}

/** Returns all names: "Ann Smith, Bob Jones" (AMB-F09). */
export function fullNames(people: readonly Names[]): string {
  return people.map((person) => fullName(person)).join(", ");
}

/** Returns at most two names: "Ann Smith and Bob Jones" (F-049, AMB-F09). */
export function firstTwoNames(people: readonly Names[]): string {
  return people
    .slice(0, 2)
    .map((person) => fullName(person))
    .join(" and ");
}

/**
 * Returns the greeting name: "Ada", or "Ada and Bob" if they share the mailbox.
 * @throws EmailNotNeededError if no one on the side has this mailbox any longer
 */
export function greetingName(
  people: readonly { first_name: string; email: string }[],
  mailbox: string,
): string {
  const readers = people.filter(({ email }) => email.toLowerCase() === mailbox.toLowerCase());
  if (readers.length === 0) throw new EmailNotNeededError();
  return new Intl.ListFormat("en-GB").format(readers.map(({ first_name }) => first_name));
}

/** Returns the distinct email addresses of several people, in order and ignoring case. */
export function uniqueMailboxes(people: readonly { email: string }[]): string[] {
  return [...new Map(people.map(({ email }) => [email.toLowerCase(), email])).values()];
}
