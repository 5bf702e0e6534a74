/**
 * Cleaning of text that people type. Customers’ text keeps only letters, digits and . , / @ - +
 * space ? ! " ' ( ) & ; : _ (V-026). Letters of all languages keep their marks. Typographic quotes,
 * dashes and spaces are first replaced by plain ones (AMB-B16). This keeps the data tidy and is not
 * a defence against attacks, because React escapes its output. Text from staff keeps all printable
 * characters, because staff use £, %, = and # on purpose (ST-11).
 */

import { z } from "zod";
import { tooManyCharacters } from "./messages.ts";

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
];
const STRIPPED = /[^\p{L}\p{M}\p{Nd}.,/@\-+ ?!"'()&;:_\n]/gu;
/**
 * Combining marks that follow no letter, such as the invisible mark that remains when an emoji is
 * removed.
 */
const STRAY_MARKS = /(?<![\p{L}\p{M}])\p{M}+/gu;

function strip(text: string): string {
  let plain = text.normalize("NFC");
  for (const [typographic, straight] of PLAIN) plain = plain.replace(typographic, straight);
  return plain.replace(STRIPPED, "").replace(STRAY_MARKS, "");
}

/** Cleans a customer’s single-line text: trims it and collapses white space to single spaces. */
export function freeTextLine(text: string): string {
  return strip(text.replace(/\s/g, " ")).replace(/ +/g, " ").trim();
}

/** Cleans a customer’s multi-line text: trims it and replaces each line break with LF. */
export function freeTextLines(text: string): string {
  return strip(asLines(text)).trim();
}

function asLines(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\S\n]/g, " ");
}

/**
 * Invisible characters, except for line breaks and the two characters that join letters or emoji.
 */
const INVISIBLE = /[^\P{C}\n\u200c\u200d]/gu;

/** Normalises text to NFC and removes invisible characters. */
export function printable(text: string): string {
  return text.normalize("NFC").replace(INVISIBLE, "");
}

/**
 * Cleans single-line text from staff: trims it and keeps every printable character (ST-11, V-026).
 */
export function staffTextLine(text: string): string {
  return printable(text.replace(/\s+/g, " ")).trim();
}

/**
 * Cleans multi-line text from staff: trims it and keeps every printable character (ST-11, V-026).
 */
export function staffTextLines(text: string): string {
  return printable(asLines(text)).trim();
}

type Limits = {
  min?: number;
  max?: number;
  read?: (typed: string) => string;
};

/** Counts characters as PostgreSQL does: a character outside the basic plane counts as one. */
function characters(text: string): number {
  return Array.from(text).length;
}

const MAX_LENGTH = 255;

/**
 * Returns the schema of required text, which the schema cleans to one line (V-026). The error is
 * `tooShort` for fewer than `min` characters and `tooLong` for more than `max`.
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

/**
 * Returns the schema of optional text, which the schema cleans to one line (V-026). The result is
 * null if nothing is left.
 */
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

/**
 * Returns the schema of optional multi-line text, which the schema cleans (V-026). The result is
 * null if nothing is left.
 */
export function comment(max = 2000) {
  return optionalFreeText(tooManyCharacters(max), {
    max,
    read: freeTextLines,
  });
}

/**
 * Returns the schema of optional multi-line text from staff. It keeps every printable character
 * (ST-11).
 */
export function staffComment(max = 2000) {
  return optionalFreeText(tooManyCharacters(max), { max, read: staffTextLines });
}
