/** A text cut into what it states: a sentence, or a question of a form with its answer. */

export type Statement = { page: number; text: string };

/** More than any question of a form with its answer. */
const MAX_STATEMENT = 1_000;

/** The number or letter of a question. After a measure, "30.48 metres", a small letter follows. */
const NUMBER = String.raw`(?:\d{1,2}(?:\.\d{1,2}){1,2}\.?(?: ?\([a-z]\))?|\((?:[a-z]|[ivx]{2,4})\)|Part \d{1,2}:)`;
/** A statement that begins with the number of a question. */
export const NUMBERED = new RegExp(String.raw`^${NUMBER} `);
const BEFORE_NUMBER = new RegExp(
  String.raw` (?=${NUMBER} ["“(A-Z]|\((?:[a-z]|[ivx]{2,4})\) [a-z])`,
);

/** "No. 14 of 1987" goes on. */
const AFTER_SENTENCE = /(?<=[.!]) (?!(?<=\bNo\. )\d)(?=[A-Z0-9(])/;
const AFTER_ANSWER =
  /(?<=\? (?:Yes|YES|No|NO|None|NONE|Nil|NIL|N\/A|n\/a|Not applicable|Not Applicable)) (?=[A-Z(])|(?<=[a-z)] (?:Yes|YES|None|NONE|NIL|N\/A|n\/a|Not applicable|Not Applicable)) (?=[A-Z][a-z])|(?<=[a-z)] (?:No|NO)) (?=[A-Z][a-z])(?![^?.:]{0,120}\b(?:is|are|was|were|has|have|been|exists?|subsists?|apply|applies|recorded|registered|found|identified|affects?)\b)/;

/** The answer of the sentence before it, and not a sentence that begins so. */
const ANSWER_ALONE =
  /^(?:yes|n\/?a|not applicable|informative|see attached|(?:no|none|nil)(?=$|[.,;:)–—-]| -))(?![a-z/])/i;

/** The statements of a page, in order. Each stands letter by letter on it. */
export function statementsOf(text: string, page: number): Statement[] {
  const sentences: string[] = [];
  for (const piece of text.split(AFTER_SENTENCE)) {
    const last = sentences.at(-1);
    if (last !== undefined && ANSWER_ALONE.test(piece)) {
      sentences[sentences.length - 1] = `${last} ${piece}`;
    } else sentences.push(piece);
  }
  return sentences
    .flatMap(cut)
    .flatMap((sentence) => sentence.split(BEFORE_NUMBER))
    .flatMap((sentence) => sentence.split(AFTER_ANSWER))
    .map((statement) => ({ page, text: statement.trim() }))
    .filter((statement) => statement.text !== "");
}

/** Between words where there are any; without a regular expression, which a page of one word would keep busy. */
function cut(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence.trim();
  while (rest.length > MAX_STATEMENT) {
    const space = rest.lastIndexOf(" ", MAX_STATEMENT);
    const at = space > 0 ? space : MAX_STATEMENT;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...pieces, rest];
}
