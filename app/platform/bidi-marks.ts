/** Bidirectional control characters, which can disguise a name or subject. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes bidirectional marks. Right-to-left text is displayed correctly without them. */
export function withoutBidiMarks(text: string): string {
  return text.replace(BIDI_MARKS, "");
}
