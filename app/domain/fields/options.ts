/** What can be chosen in a select. */
export type Option = { value: string; label: string };

/** Sorts what can be chosen as it is read. */
export const byLabel = (one: Option, other: Option) =>
  one.label.localeCompare(other.label, "en-GB");
