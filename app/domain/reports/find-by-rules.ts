import type { SearchDocument } from "./documents.ts";
import { ADDRESSES_READER, answerIn, type Question, QUESTIONS } from "./form-questions.ts";
import { NUMBERED, type Statement, statementsOf } from "./statements.ts";
import { type Finding, MAX_QUOTE, TOPIC_NAMES, type TopicName } from "./topics.ts";

/** The deterministic writer: what the documents say by the questions of the forms. The same text gives the same findings. */

/** Most statements speak of none: one look tells. */
const ANY = new RegExp(
  [ADDRESSES_READER, ...QUESTIONS.map(({ words }) => words)].map(({ source }) => source).join("|"),
  "i",
);

/** One finding for each topic of a document, with the first statement that says it. */
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

/** Those that speak of any topic, each once: a document of a hundred pages that repeats itself would take minutes. */
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

/** The finding with as much of its statement as is quoted: the whole, or what follows the words of the topic. */
export function findingOf(topic: TopicName, document: string, { page, text }: Statement, at = 0) {
  const whole = text.length <= MAX_QUOTE;
  const cut = text.slice(at, at + MAX_QUOTE);
  const space = cut.lastIndexOf(" ");
  const part = cut.length < MAX_QUOTE || space <= 0 ? cut : cut.slice(0, space);
  return { topic, document, page, quote: whole ? text : part };
}

/** "mentioned": the words stand there, and the rules cannot tell what is said of the property. */
type Verdict = "applies" | "denied" | "mentioned";
type Judged = { verdict: Verdict | null; at: number };

/**
 * What a statement says of a topic: that it applies to the property, that it does not, or neither; null where it does
 * not speak of it. `at` is where the words stand that decide.
 */
export function judge(topic: TopicName, { text }: Statement): Judged {
  if (topic === "addresses_reader") {
    const at = text.search(ADDRESSES_READER);
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
/** A statement that repeats a topic more often says nothing new. */
const MAX_MENTIONS = 4;

function mentionsOf({ words }: Question, text: string) {
  // Copying the pattern, as matchAll does, costs more than looking for it.
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
/** A note on what such a thing is, and not on the property. */
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
  // A heading, or the question of a list that has no answer beside it.
  const others = label + after;
  const isSentence = /\w{2}/.test(others) && /\d|[.!]$/.test(others);
  return isSentence && !NUMBERED.test(text) ? "applies" : "mentioned";
}
