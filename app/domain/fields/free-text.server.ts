import { z } from "zod";
import { freeTextLine, freeTextLines } from "./free-text.ts";

type Limits = {
  /** Characters, at the least and at the most. */
  min?: number;
  max?: number;
  /** What becomes of the text first. */
  read?: (typed: string) => string;
};

/** As the database counts: a letter outside the basic plane is one character. */
function characters(text: string): number {
  return Array.from(text).length;
}

const MAX_LENGTH = 255;

/** What is said of a text of more than 255 characters; the wording is the specification's. */
export function tooLongMessage(label: string): string {
  return `${label} must be less than ${MAX_LENGTH} characters long`;
}

/**
 * Required text, stripped to one line (V-026): `tooShort` when less is left of it than one character, or than `min`,
 * `tooLong` above 255 or `max`.
 */
export function freeText(
  tooShort: string,
  tooLong: string,
  { min = 1, max = MAX_LENGTH, read = freeTextLine }: Limits = {},
) {
  return z
    .string({ error: tooShort })
    .transform(read)
    .refine((text) => characters(text) >= min, tooShort)
    .refine((text) => characters(text) <= max, tooLong);
}

/** Text that may be left out, stripped to one line (V-026): null when nothing is left of it. */
export function optionalFreeText(
  tooLong: string,
  { max = MAX_LENGTH, read = freeTextLine }: Omit<Limits, "min"> = {},
) {
  return z
    .string({ error: tooLong })
    .nullish()
    .transform((text) => read(text ?? "") || null)
    .refine((text) => characters(text ?? "") <= max, tooLong);
}

/** Text of several lines that may be left out, stripped (V-026): null when nothing is left of it. */
export function comment(max = 2000) {
  return optionalFreeText(`Enter at most ${max.toLocaleString("en-GB")} characters`, {
    max,
    read: freeTextLines,
  });
}
