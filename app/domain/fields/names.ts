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

/** How an email to several begins, "Ada and Bob", and who besides the first gets a copy of it. */
export function greet(people: readonly { first_name: string; email: string }[]) {
  return {
    first_names: new Intl.ListFormat("en-GB").format(people.map(({ first_name }) => first_name)),
    cc: people.slice(1).map(({ email }) => email),
  };
}
