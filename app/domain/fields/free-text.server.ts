import { z } from "zod";
import { freeTextLine, freeTextLines } from "./free-text.ts";

type Limits = {
  /** Characters. */
  max?: number;
  /** What becomes of the text first. */
  read?: (typed: string) => string;
};

/** As the database counts: a letter outside the basic plane is one character. */
export function characters(text: string): number {
  return Array.from(text).length;
}

/** Required text, stripped to one line (V-026): `message` when nothing is left of it, `tooLong` above 255 characters. */
export function freeText(
  message: string,
  tooLong: string,
  { max = 255, read = freeTextLine }: Limits = {},
) {
  return z
    .string({ error: message })
    .transform(read)
    .refine((text) => text !== "", message)
    .refine((text) => characters(text) <= max, tooLong);
}

/** Text that may be left out, stripped to one line (V-026): null when nothing is left of it. */
export function optionalFreeText(tooLong: string, { max = 255, read = freeTextLine }: Limits = {}) {
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
