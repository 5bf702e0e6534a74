/** Why an owner of a home that another person sells for them is neither written to nor checked. */
export const REPRESENTED_BECAUSE = ["died", "cannot_act"] as const;
export type RepresentedBecause = (typeof REPRESENTED_BECAUSE)[number];

/** "Vera Lane has died". */
export const REPRESENTED_TEXT: Record<RepresentedBecause, string> = {
  died: "has died",
  cannot_act: "cannot act for themselves",
};

/** The answer about an owner who can be written to. */
export const ABLE = "able";

/** For radios. */
export const representedOptions: readonly { value: RepresentedBecause; label: string }[] = [
  { value: "died", label: "No, they have died" },
  { value: "cannot_act", label: "No, they cannot act for themselves" },
];

/** How people are named, and how many of them there may be. */

/** In one list of a matter, besides the one who signed in (AMB-C07). */
export const MAX_PEOPLE = 9;

/** Valuers and negotiators have no middle name, and some valuers no last name either. */
export type Names = { first_name: string; middle_name?: string | null; last_name: string | null };

/** "Ann Marie Smith". */
export function fullName({ first_name, middle_name, last_name }: Names): string {
  return [first_name, middle_name, last_name].filter(Boolean).join(" ");
}

/** "Vera Lane (has died)" of an owner whom a person represents; the name alone of everyone else. */
export function representedName(
  owner: Names & { represented_because: RepresentedBecause | null },
): string {
  const { represented_because: why } = owner;
  return why ? `${fullName(owner)} (${REPRESENTED_TEXT[why]})` : fullName(owner);
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

/** A number for staff: typed by hand as 07... it loses its 0, in E.164 it is shown unchanged (N-028, AMB-N06). */
export function phoneShown(number: string): string {
  return number.startsWith("07") ? number.slice(1) : number;
}

/** A number as an identity check is ordered with it: a leading 0 becomes +44, E.164 stays (N-027, AMB-N06). */
export function phoneForCheck(number: string): string {
  const unspaced = number.replace(/[\s().-]/g, "");
  return unspaced.startsWith("0") ? `+44${unspaced.slice(1)}` : unspaced;
}
