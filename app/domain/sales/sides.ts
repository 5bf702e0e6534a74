/** Derived, not stored (AMB-C22). */

/** A buyer and a seller both present make a two-sided case (C-069). */
export function isTwoSided(matter: { sellers: number; buyers: number }): boolean {
  return matter.sellers > 0 && matter.buyers > 0;
}

/** The first customer of a side is its primary one, the others are not (C-070). */
export function withPrimary<Person extends object>(
  people: readonly Person[],
): (Person & { primary_customer: boolean })[] {
  return people.map((person, index) => ({ ...person, primary_customer: index === 0 }));
}
