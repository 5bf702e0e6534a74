import { z } from "zod";
import { tooManyCharacters } from "./messages.ts";

/**
 * Free text keeps letters, digits and . , / @ - + space ? ! " ' ( ) & ; : _ (V-026). Letters of all
 * languages keep their marks. Typographic quotes, dashes and spaces become plain ones first
 * (AMB-B16). This is data hygiene, not a defence: React escapes output. Only customers' text is
 * cleaned. Staff use £, %, = and # on purpose (ST-11).
 */

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
];
const STRIPPED = /[^\p{L}\p{M}\p{Nd}.,/@\-+ ?!"'()&;:_\n]/gu;
/** Marks without a letter, such as the invisible mark that a removed emoji leaves behind. */
const STRAY_MARKS = /(?<![\p{L}\p{M}])\p{M}+/gu;

function strip(text: string): string {
  let plain = text.normalize("NFC");
  for (const [typographic, straight] of PLAIN) plain = plain.replace(typographic, straight);
  return plain.replace(STRIPPED, "").replace(STRAY_MARKS, "");
}

/** Cleans free text of one line: trims it and collapses white space to single spaces. */
export function freeTextLine(text: string): string {
  return strip(text.replace(/\s/g, " ")).replace(/ +/g, " ").trim();
}

/** Cleans free text of several lines: trims it and normalises line breaks to LF. */
export function freeTextLines(text: string): string {
  return strip(asLines(text)).trim();
}

function asLines(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\S\n]/g, " ");
}

/** Invisible characters, except line breaks and the two that join letters or emoji. */
const INVISIBLE = /[^\P{C}\n\u200c\u200d]/gu;

/** Normalises a text to NFC and removes invisible characters. */
export function printable(text: string): string {
  return text.normalize("NFC").replace(INVISIBLE, "");
}

/** Cleans one line from staff: trims it and keeps every printable character (ST-11, V-026). */
export function staffTextLine(text: string): string {
  return printable(text.replace(/\s+/g, " ")).trim();
}

/**
 * Cleans several lines from staff: trims them and keeps every printable character (ST-11, V-026).
 */
export function staffTextLines(text: string): string {
  return printable(asLines(text)).trim();
}

type Limits = {
  min?: number;
  max?: number;
  read?: (typed: string) => string;
};

/** Counts characters like Postgres: a character outside the basic plane counts as one. */
function characters(text: string): number {
  return Array.from(text).length;
}

const MAX_LENGTH = 255;

/**
 * Returns the schema of required text, cleaned to one line (V-026). `tooShort` is the error below
 * `min` characters, `tooLong` above `max`.
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

/** Returns the schema of optional text, cleaned to one line (V-026): null if nothing is left. */
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

/** Returns the schema of optional text of several lines (V-026): null if nothing is left. */
export function comment(max = 2000) {
  return optionalFreeText(tooManyCharacters(max), {
    max,
    read: freeTextLines,
  });
}

/**
 * Returns the schema of optional text from staff, of several lines. It keeps every printable
 * character (ST-11).
 */
export function staffComment(max = 2000) {
  return optionalFreeText(tooManyCharacters(max), { max, read: staffTextLines });
}
