const PREFIX = "F-";

/** Formats the number of a matter as people say it: "F-10482". */
export function formatMatterNumber(number: number): string {
  return `${PREFIX}${number}`;
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
