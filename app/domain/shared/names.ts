import { EmailNotNeededError } from "#app/domain/errors.ts";

/**
 * The names of a person. Valuers and negotiators have no middle name, and some valuers have no last
 * name.
 */
export type Names = { first_name: string; middle_name?: string | null; last_name: string | null };

/** Returns a person’s full name, such as "Ann Marie Smith". */
export function fullName({ first_name, middle_name, last_name }: Names): string {
  return [first_name, middle_name, last_name].filter(Boolean).join(" ");
}

/** Returns the full names of all people, such as "Ann Smith, Bob Jones" (AMB-F09). */
export function fullNames(people: readonly Names[]): string {
  return people.map((person) => fullName(person)).join(", ");
}

/**
 * Returns the full names of the first two people, such as "Ann Smith and Bob Jones" (F-049,
 * AMB-F09).
 */
export function firstTwoNames(people: readonly Names[]): string {
  return people
    .slice(0, 2)
    .map((person) => fullName(person))
    .join(" and ");
}

/**
 * Returns the names to greet in an email: "Ada", or "Ada and Bob" if they share the mailbox.
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

/**
 * Returns the email addresses of several people, in their order. An address that occurs again,
 * ignoring case, is left out.
 */
export function uniqueMailboxes(people: readonly { email: string }[]): string[] {
  return [...new Map(people.map(({ email }) => [email.toLowerCase(), email])).values()];
}
