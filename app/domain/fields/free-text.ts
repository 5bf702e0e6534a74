/**
 * Free text keeps letters, digits and . , / @ - + space ? ! " ' ( ) & ; : _ (V-026). Letters are those of every
 * language with their marks; typographic quotes, dashes and spaces become plain ones first (AMB-B16). This is hygiene
 * of the data, not a defence: React escapes what is shown.
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
  const lines = text.replace(/\r\n?/g, "\n").replace(/[^\S\n]/g, " ");
  return strip(lines).trim();
}
