/** Control characters that change the direction of text. They can disguise a name or a subject. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Removes characters that change the direction of text. Arabic and Hebrew are still displayed
 * correctly without them.
 */
export function withoutBidiMarks(text: string): string {
  return text.replace(BIDI_MARKS, "");
}
