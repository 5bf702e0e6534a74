/** Marks that turn the direction of what is read, with which a name or a subject can be made to say something else. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text without them: letters of right-to-left alphabets are read rightly without any. */
export function withoutBidiMarks(text: string): string {
  return text.replace(BIDI_MARKS, "");
}
