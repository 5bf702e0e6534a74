import { fullName, type Names } from "#app/domain/fields/names.ts";

/** Why an owner of a home that another person sells for them is neither written to nor checked. */
export const REPRESENTED_BECAUSE = ["died", "cannot_act"] as const;
export type RepresentedBecause = (typeof REPRESENTED_BECAUSE)[number];

/** "Vera Lane has died". */
export const REPRESENTED_TEXT: Record<RepresentedBecause, string> = {
  died: "has died",
  cannot_act: "cannot make decisions for themselves",
};

/** The answer about an owner who can be written to. */
export const ABLE = "able";

/** For radios. */
export const representedOptions: readonly { value: RepresentedBecause; label: string }[] = [
  { value: "died", label: "No, they have died" },
  { value: "cannot_act", label: "No, they can’t make decisions for themselves" },
];

/** How many people there may be in one list of a matter, besides the one who signed in (AMB-C07). */
export const MAX_PEOPLE = 9;

/** Email addresses that were not on a person's lists before: two full lists, and a few corrections (SE-6). */
export const MAX_NEW_MAILBOXES_A_DAY = 20;

/** "Vera Lane (has died)" of an owner whom a person represents; the name alone of everyone else. */
export function representedName(
  owner: Names & { represented_because: RepresentedBecause | null },
): string {
  const { represented_because: why } = owner;
  return why ? `${fullName(owner)} (${REPRESENTED_TEXT[why]})` : fullName(owner);
}
