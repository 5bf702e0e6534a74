/** Answers to a question that people may be unsure about (C-053, AMB-C05). */
export const ANSWERS = ["yes", "no", "not_sure"] as const;
export type Answer = (typeof ANSWERS)[number];

export const YES_NO = ["yes", "no"] as const;

const LABELS = { yes: "Yes", no: "No", not_sure: "Not sure" } as const;

export function answerLabel(answer: Answer): string {
  return LABELS[answer];
}

/** Returns "Yes" for true and "No" for false. */
export function yesNoText(isYes: boolean): string {
  return isYes ? LABELS.yes : LABELS.no;
}

const asOption = (value: Answer) => ({ value, label: LABELS[value] });

export const answerOptions: readonly { value: string; label: string }[] = ANSWERS.map(asOption);
export const yesNoOptions: readonly { value: string; label: string }[] = YES_NO.map(asOption);

export type Option = { value: string; label: string };

/** Compares two options by their labels, for sorting. */
export const byLabel = (one: Option, other: Option) =>
  one.label.localeCompare(other.label, "en-GB");

const OBJECT_ID = /^[0-9a-f]{24}$/;

/**
 * Returns true for 24 lowercase hexadecimal characters (V-032). Values such as "undefined" and ""
 * are not ids (V-033).
 */
export function isObjectId(value: unknown): value is string {
  return typeof value === "string" && OBJECT_ID.test(value);
}
