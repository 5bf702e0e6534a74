const PREFIX = "F-";

/** Formats the number of a matter as people say it: "F-10482". */
export function formatMatterNumber(number: number): string {
  return `${PREFIX}${number}`;
}

/** Largest number of numbers in a subject. If there are more, the others are counted. */
const MAX_IN_SUBJECT = 3;

/**
 * Returns a subject that ends with the numbers of its matters: "Keys (F-10482)". A number that the
 * subject has already is not repeated.
 */
export function withNumbers(subject: string, numbers: readonly string[]): string {
  const [first] = numbers;
  if (first === undefined) return subject;
  const shown =
    numbers.length > MAX_IN_SUBJECT
      ? `${first} and ${numbers.length - 1} more`
      : numbers.join(", ");
  return subject.includes(shown) ? subject : `${subject} (${shown})`;
}

const TYPED = /^f?[\s-]?(\d{5,7})$/i;

/**
 * Returns the number of a matter that someone typed, such as "F-10482", "f10482" or "10482"; null
 * for any other text.
 */
export function parseMatterNumber(text: string): number | null {
  const digits = TYPED.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
