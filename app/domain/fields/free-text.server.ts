import { z } from "zod";
import { tooManyCharacters } from "./messages.ts";

/**
 * Free text keeps letters, digits and . , / @ - + space ? ! " ' ( ) & ; : _ (V-026). Letters are those of every
 * language with their marks; typographic quotes, dashes and spaces become plain ones first (AMB-B16). This is hygiene
 * of the data, not a defence: React escapes what is shown. Only customers' text is cleaned: staff write £, %, = and #
 * in comments, notes, reasons and messages, and mean them (ST-11).
 */

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
];
const STRIPPED = /[^\p{L}\p{M}\p{Nd}.,/@\-+ ?!"'()&;:_\n]/gu;
/** A mark needs a letter to sit on: an emoji leaves an invisible one behind. */
const STRAY_MARKS = /(?<![\p{L}\p{M}])\p{M}+/gu;

function strip(text: string): string {
  let plain = text.normalize("NFC");
  for (const [typographic, straight] of PLAIN) plain = plain.replace(typographic, straight);
  return plain.replace(STRIPPED, "").replace(STRAY_MARKS, "");
}

/** Free text of one line, trimmed: line breaks and other white space become single spaces. */
export function freeTextLine(text: string): string {
  return strip(text.replace(/\s/g, " ")).replace(/ +/g, " ").trim();
}

/** Free text of several lines, trimmed at both ends; breaks are kept as "\n". */
export function freeTextLines(text: string): string {
  return strip(asLines(text)).trim();
}

function asLines(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\S\n]/g, " ");
}

/** Anything that no one sees, but for breaks of lines and the two characters that join letters or emoji. */
const INVISIBLE = /[^\P{C}\n\u200c\u200d]/gu;

/** Returns the text with each accent joined to its letter and without invisible controls: all else is printable. */
export function printable(text: string): string {
  return text.normalize("NFC").replace(INVISIBLE, "");
}

/** One line that staff wrote, trimmed: as free text, but with every printable character (ST-11, V-026). */
export function staffTextLine(text: string): string {
  return printable(text.replace(/\s+/g, " ")).trim();
}

/** Several lines that staff wrote, trimmed at both ends, with every printable character (ST-11, V-026). */
export function staffTextLines(text: string): string {
  return printable(asLines(text)).trim();
}

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
  return optionalFreeText(tooManyCharacters(max), {
    max,
    read: freeTextLines,
  });
}

/** The same of staff: comments, notes and messages keep every printable character (ST-11). */
export function staffComment(max = 2000) {
  return optionalFreeText(tooManyCharacters(max), { max, read: staffTextLines });
}
