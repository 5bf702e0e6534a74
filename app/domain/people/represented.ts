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
