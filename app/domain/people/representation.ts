import { fullName, type Names } from "#app/domain/shared/names.ts";

/**
 * Reasons for representing an owner. We do not email a represented owner or order an identity check
 * for them.
 */
export const REPRESENTATION_REASONS = ["died", "cannot_act"] as const;
export type RepresentationReason = (typeof REPRESENTATION_REASONS)[number];

/** Text that follows the owner’s name in a sentence, such as "Vera Lane has died". */
export const REPRESENTED_TEXT: Record<RepresentationReason, string> = {
  died: "has died",
  cannot_act: "cannot make decisions for themselves",
};

export const ABLE = "able";

export const representedOptions: readonly { value: RepresentationReason; label: string }[] = [
  { value: "died", label: "No, they have died" },
  { value: "cannot_act", label: "No, they can’t make decisions for themselves" },
];

/** Maximum number of co-sellers, co-buyers or giftors that can be added to a matter (AMB-C07). */
export const MAX_PEOPLE = 9;

/**
 * Maximum number of new email addresses that a person can add to their lists of people in a day. It
 * allows for two full lists and some corrections (SE-6).
 */
export const MAX_NEW_MAILBOXES_A_DAY = 20;

/** Returns "Vera Lane (has died)" for a represented owner, the plain name for anyone else. */
export function representedName(
  owner: Names & { representation_reason: RepresentationReason | null },
): string {
  const { representation_reason: why } = owner;
  return why ? `${fullName(owner)} (${REPRESENTED_TEXT[why]})` : fullName(owner);
}
