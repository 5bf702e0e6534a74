/** What the fields of a form hold: an answer, one of several options, the id of a record. */

/** Answers of a question that may be left open (C-053, AMB-C05). */

export const ANSWERS = ["yes", "no", "not_sure"] as const;
export type Answer = (typeof ANSWERS)[number];

export const YES_NO = ["yes", "no"] as const;

const LABELS = { yes: "Yes", no: "No", not_sure: "Not sure" } as const;

export function answerLabel(answer: Answer): string {
  return LABELS[answer];
}

/** What is true of something, or is not. */
export function yesNoText(isYes: boolean): string {
  return isYes ? LABELS.yes : LABELS.no;
}

const asOption = (value: Answer) => ({ value, label: LABELS[value] });

/** For radios: yes, no, not sure. */
export const answerOptions: readonly { value: string; label: string }[] = ANSWERS.map(asOption);
/** For radios of questions everyone can answer: yes, no. */
export const yesNoOptions: readonly { value: string; label: string }[] = YES_NO.map(asOption);

/** What can be chosen in a select. */
export type Option = { value: string; label: string };

/** Sorts what can be chosen as it is read. */
export const byLabel = (one: Option, other: Option) =>
  one.label.localeCompare(other.label, "en-GB");

const OBJECT_ID = /^[0-9a-f]{24}$/;

/**
 * 24 hexadecimal characters, in lower case as the database makes them (V-032). "undefined" and "" are no id (V-033).
 */
export function isObjectId(value: unknown): value is string {
  return typeof value === "string" && OBJECT_ID.test(value);
}
