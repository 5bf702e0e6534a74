/** Whom a page shows in a list of people: its form says so, since another tab may name others meanwhile. */

export function shownPeopleField(list: string): string {
  return `${list}_shown`;
}

export function shownNames(people: readonly { name: string }[]): string {
  return people.map(({ name }) => name).join(", ");
}
