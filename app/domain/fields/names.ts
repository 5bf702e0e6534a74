import { NothingToSayError } from "#app/domain/errors.ts";

/** How people are named. */

/** Valuers and negotiators have no middle name, and some valuers no last name either. */
export type Names = { first_name: string; middle_name?: string | null; last_name: string | null };

/** "Ann Marie Smith". */
export function fullName({ first_name, middle_name, last_name }: Names): string {
  return [first_name, middle_name, last_name].filter(Boolean).join(" ");
}

/** "Ann Smith, Bob Jones": everyone (AMB-F09). */
export function fullNames(people: readonly Names[]): string {
  return people.map((person) => fullName(person)).join(", ");
}

/** The customers in a summary: "Ann Smith", or "Ann Smith and Bob Jones" however many follow (F-049, AMB-F09). */
export function firstTwoNames(people: readonly Names[]): string {
  return people
    .slice(0, 2)
    .map((person) => fullName(person))
    .join(" and ");
}

/**
 * Returns how an email to one mailbox of a side begins: "Ada", or "Ada and Bob" where they share it.
 *
 * @throws NothingToSayError when no one of the side has the mailbox any longer
 */
export function greetedAs(
  people: readonly { first_name: string; email: string }[],
  mailbox: string,
): string {
  const readers = people.filter(({ email }) => email.toLowerCase() === mailbox.toLowerCase());
  if (readers.length === 0) throw new NothingToSayError();
  return new Intl.ListFormat("en-GB").format(readers.map(({ first_name }) => first_name));
}

/** Each mailbox of several people once, in their order. */
export function mailboxesOf(people: readonly { email: string }[]): string[] {
  return [...new Map(people.map(({ email }) => [email.toLowerCase(), email])).values()];
}
