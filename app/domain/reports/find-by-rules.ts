/**
 * The rule-based writer of reports. It looks in the documents for the questions of the search forms
 * and for their answers. The same documents always give the same findings.
 */

import type { SearchDocument } from "./documents.ts";
import { PROMPT_INJECTION, answerIn, type Question, QUESTIONS } from "./form-questions.ts";
import { type Finding, MAX_QUOTE, TOPIC_NAMES, type TopicName } from "./labels.ts";

/** Pattern that combines all questions and quickly rules out most statements. */
const ANY = new RegExp(
  [PROMPT_INJECTION, ...QUESTIONS.map(({ words }) => words)].map(({ source }) => source).join("|"),
  "i",
);

/**
 * Returns at most one finding per topic and document, from the first statement that supports it.
 */
export function findByRules(documents: readonly SearchDocument[]): Finding[] {
  return documents.flatMap(({ name, pages }) => {
    const found = new Map<TopicName, Finding>();
    for (const statement of relevantStatements(pages)) {
      for (const topic of TOPIC_NAMES) {
        if (found.has(topic)) continue;
        const { verdict, at } = judge(topic, statement);
        if (verdict === "applies") found.set(topic, findingOf(topic, name, statement, at));
      }
    }
    return TOPIC_NAMES.flatMap((topic) => found.get(topic) ?? []);
  });
}

/**
 * Returns the statements that may support a topic, each text only once: a repetitive document of
 * 100 pages would otherwise take minutes.
 */
function relevantStatements(pages: readonly string[]): Statement[] {
  const byText = new Map<string, Statement>();
  for (const [index, page] of pages.entries()) {
    for (const statement of statementsOf(page, index + 1)) {
      if (byText.has(statement.text) || !ANY.test(statement.text)) continue;
      byText.set(statement.text, statement);
    }
  }
  return [...byText.values()];
}

/**
 * Builds a finding on a topic. If the statement is too long to quote, the quote starts at the
 * topic’s words.
 */
export function findingOf(topic: TopicName, document: string, { page, text }: Statement, at = 0) {
  const whole = text.length <= MAX_QUOTE;
  const cut = text.slice(at, at + MAX_QUOTE);
  const space = cut.lastIndexOf(" ");
  const part = cut.length < MAX_QUOTE || space <= 0 ? cut : cut.slice(0, space);
  return { topic, document, page, quote: whole ? text : part };
}

/**
 * Verdict of a statement on a topic. "mentioned" means that it contains the topic’s words, but
 * the rules cannot tell what it says about the property.
 */
type Verdict = "applies" | "denied" | "mentioned";
type Judged = { verdict: Verdict | null; at: number };

/**
 * Returns what a statement says about a topic, and the position of the topic’s words. The verdict
 * is null if the statement does not mention the topic.
 */
export function judge(topic: TopicName, { text }: Statement): Judged {
  if (topic === "addresses_reader") {
    const at = text.search(PROMPT_INJECTION);
    return { verdict: at === -1 ? null : "applies", at };
  }
  const judged = (QUESTIONS_OF.get(topic) ?? []).flatMap((question) =>
    mentionsOf(question, text).map(({ index, 0: words }) => ({
      verdict: judgeWords(question, text, index, index + words.length),
      at: index,
    })),
  );
  const first = (verdict: Verdict) => judged.find((one) => one.verdict === verdict);
  return first("applies") ?? first("denied") ?? first("mentioned") ?? { verdict: null, at: 0 };
}

const QUESTIONS_OF = new Map(
  TOPIC_NAMES.map((name) => [name, QUESTIONS.filter(({ topic }) => topic === name)]),
);
const MAX_MENTIONS = 4;

function mentionsOf({ words }: Question, text: string) {
  // Use `search` first, because it is cheaper than `matchAll`, which copies the pattern.
  return text.search(words) === -1 ? [] : [...text.matchAll(words)].slice(0, MAX_MENTIONS);
}

function judgeWords(
  { applies, says }: Question,
  text: string,
  start: number,
  end: number,
): Verdict | null {
  const mark = text.indexOf("?", end);
  const rest = text.slice(mark === -1 ? end : mark + 1);
  const answer = answerIn(rest);
  if (answer) return applies.includes(answer) ? "applies" : "denied";
  if (!applies.includes("yes")) return null;
  const hasEntry = (mark !== -1 || /^[^:]{0,40}:/.test(rest)) && /\d/.test(rest);
  if (hasEntry && !/\b(?:no|not|none|nor)\b/i.test(rest)) return "applies";
  return says && mark === -1 ? judgeSentence(text, start, end) : null;
}

const CLAUSE_ENDS =
  /;|\b(?:but|however|although|except)\b|\band (?=(?:there|the|it|an?|lies|is|are|has|was|were)\b)/g;
const DENIED_BEFORE =
  /\b(?:no|not|nor|none|without|outside|neither|any|never)\b(?:\W+\w+){0,6}\W*$|\bnot (?:been )?(?:recorded|shown|listed|identified|known|within|in|at|affected|located)\b[^.]*$/i;
const DENIED_AFTER =
  /\b(?:is|are|was|were|has|have|does|do) (?:not|no)(?: been)? (?:identified|recorded|found|registered|known|required|present|affected|applicable|apply|exist|subsist|affect|shown)\b/i;
/**
 * Words after a term that show that the sentence explains the term in general and does not describe
 * the property.
 */
const GENERAL_AFTER =
  /^s?\)?,? (?:is|are|means?) (?:a |an |any )?(?:[a-z]+ )?(?:notice|order|gas|area|agreement|building|land|charge|pipe)s? (?:that|which|by|where|made|served|issued|found|of special)\b/i;
const GENERAL_BEFORE = /^\W*(?:if|whether|should|unless)\b/i;
const HEADING =
  /^[^\w]?(?: gas| notices?| matters?| charges?| search)?[:.–-]? (?:The|This|These|There|No(?!\.)|An?|It|Records?|Our|We|In|Under|Is|Are|Does|Do|Has|Have|According)\b/;
const VERB =
  /\b(?:is|are|was|were|has|have|had|been|may|might|will|would|lies?|runs?|cross(?:es)?|covers?|binds?|protects?|drains?|affects?|applies|apply|stands?|subsists?|exists?|served|made|issued|registered|designated|dated|refused|required|recorded|identified|confirmed|lifted)\b/i;

function judgeSentence(text: string, start: number, end: number): Verdict {
  const words = text.slice(start, end);
  const bounds = [...text.matchAll(CLAUSE_ENDS)];
  const from = bounds.findLast(({ index }) => index < start);
  const to = bounds.find(({ index }) => index >= end);
  const before = text.slice(from ? from.index + from[0].length : 0, start);
  const after = text.slice(end, to?.index);
  if (DENIED_BEFORE.test(before) || DENIED_AFTER.test(after)) return "denied";
  if (GENERAL_AFTER.test(after) || GENERAL_BEFORE.test(before)) return "denied";
  const label = before.replace(NUMBERED, "").trim();
  if (label === "" && HEADING.test(after)) return "mentioned";
  if (VERB.test(before + words + after) || words.includes(":")) return "applies";
  // The remaining text may be a heading or a question without an answer.
  const others = label + after;
  const isSentence = /\w{2}/.test(others) && /\d|[.!]$/.test(others);
  return isSentence && !NUMBERED.test(text) ? "applies" : "mentioned";
}

type Statement = { page: number; text: string };

const MAX_STATEMENT = 1_000;

/**
 * The number or letter of a question. A measure such as "30.48 metres" does not match, because a
 * lower-case letter follows its number.
 */
const NUMBER = String.raw`(?:\d{1,2}(?:\.\d{1,2}){1,2}\.?(?: ?\([a-z]\))?|\((?:[a-z]|[ivx]{2,4})\)|Part \d{1,2}:)`;
/** A statement that starts with the number of a question. */
const NUMBERED = new RegExp(String.raw`^${NUMBER} `);
const BEFORE_NUMBER = new RegExp(
  String.raw` (?=${NUMBER} ["“(A-Z]|\((?:[a-z]|[ivx]{2,4})\) [a-z])`,
);

/** The end of a sentence. The full stop in "No. 14 of 1987" does not end one. */
const AFTER_SENTENCE = /(?<=[.!]) (?!(?<=\bNo\. )\d)(?=[A-Z0-9(])/;
const AFTER_ANSWER =
  /(?<=\? (?:Yes|YES|No|NO|None|NONE|Nil|NIL|N\/A|n\/a|Not applicable|Not Applicable)) (?=[A-Z(])|(?<=[a-z)] (?:Yes|YES|None|NONE|NIL|N\/A|n\/a|Not applicable|Not Applicable)) (?=[A-Z][a-z])|(?<=[a-z)] (?:No|NO)) (?=[A-Z][a-z])(?![^?.:]{0,120}\b(?:is|are|was|were|has|have|been|exists?|subsists?|apply|applies|recorded|registered|found|identified|affects?)\b)/;

/**
 * An answer to the question before it. A sentence that only starts with such a word does not match.
 */
const ANSWER_ALONE =
  /^(?:yes|n\/?a|not applicable|informative|see attached|(?:no|none|nil)(?=$|[.,;:)–—-]| -))(?![a-z/])/i;

/**
 * Splits a page into its statements, in the order of the page. The text of each is a verbatim part
 * of the page.
 */
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

/**
 * Splits a long sentence, at a space if possible. A regular expression would be slow on a page
 * without spaces.
 */
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
