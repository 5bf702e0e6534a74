import type { SearchDocument } from "./documents.ts";
import { type Finding, MAX_QUOTE, TOPIC_NAMES, type TopicName, TOPICS } from "./topics.ts";

/** The deterministic writer: what the documents say by our list of topics. The same text gives the same findings. */

const DENIED_BEFORE = /\b(?:no|not|nor|none|without|outside|neither|any)\b(?:\W+\w+){0,6}\W*$/i;
const DENIED_AFTER =
  /\b(?:is|are|was|were|has|have) (?:not|no)(?: been)? (?:identified|recorded|found|registered|known|required|present|affected|applicable)\b|[:?]\s*(?:no|none|nil|negative)\b/i;

type Sentence = { page: number; text: string };

/** One finding for each topic of a document, with the first sentence that says it. */
export function findByRules(documents: readonly SearchDocument[]): Finding[] {
  return documents.flatMap(({ name, pages }) => {
    const sentences = pages.flatMap((text, index) => sentencesOf(text, index + 1));
    return TOPIC_NAMES.flatMap((topic) => findTopic(topic, name, sentences));
  });
}

function findTopic(topic: TopicName, document: string, sentences: readonly Sentence[]): Finding[] {
  const found = sentences.find(({ text }) => says(text, TOPICS[topic].says));
  return found ? [{ topic, document, page: found.page, quote: found.text }] : [];
}

/** Whether a sentence says it, and does not deny it: "No enforcement notice is registered" says that there is none. */
function says(sentence: string, pattern: RegExp) {
  const found = pattern.exec(sentence);
  if (!found) return false;
  const after = sentence.slice(found.index + found[0].length);
  return !DENIED_BEFORE.test(sentence.slice(0, found.index)) && !DENIED_AFTER.test(after);
}

/** A question stays with its answer: "Is it a listed building? No" says that it is none. */
function sentencesOf(text: string, page: number): Sentence[] {
  return text
    .split(/(?<=[.!]) (?=[A-Z0-9(])/)
    .flatMap(cut)
    .map((sentence) => ({ page, text: sentence }));
}

/** Between words where there are any; without a regular expression, which a page of one word would keep busy. */
function cut(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence.trim();
  while (rest.length > MAX_QUOTE) {
    const space = rest.lastIndexOf(" ", MAX_QUOTE);
    const at = space > 0 ? space : MAX_QUOTE;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...pieces, rest];
}
