/**
 * The second net under the logs: takes what looks personal or secret out of a text. The first is to log neither.
 * Strangers choose some of these texts (a path, a header), so each pattern runs in time linear in its input.
 */

const LOCAL_PART = String.raw`[\w.!#$%&'*+=?^\`{|}~-]`;

const steps: ((text: string) => string)[] = [
  // The lookbehind starts a match only at the start of a word, or a long word would be read again from each letter.
  replacing(
    new RegExp(`(?<!${LOCAL_PART})${LOCAL_PART}+(?:@|%40)[\\w-]+(?:\\.[\\w-]+)+`, "gi"),
    "[email]",
  ),
  // Stripe's keys and the secrets it hands to browsers.
  replacing(/\b(?:sk|pk|rk|whsec)_[A-Za-z0-9_]{8,}/g, "[key]"),
  replacing(/\b(?:pi|seti|cs)_\w+_secret_\w+/g, "[key]"),
  replacing(/([?&](?:token|inv|key|code)=)[^&\s"']+/gi, "$1[token]"),
  // A sealed link, a signed cookie, a hash; the ids of records are shorter.
  (text) => text.replace(/[\w=%-]{32,}/g, redactLongWord),
  replacing(/(?<![\w-])(?:\+44|0044|0)[ ()-]*(?:\d[ ()-]*){9,10}(?!\w)/g, "[phone]"),
  replacing(/\b[A-Z]{1,2}\d[A-Z\d]?(?:\s|%20|\+)*\d[A-Z]{2}\b/gi, "[postcode]"),
];

/** The most characters of one text that are logged: a message or a line of a stack is far shorter. */
const MOST = 8_000;

/**
 * Replaces email addresses, UK phone numbers and postcodes, tokens and Stripe's keys, after cutting the text.
 *
 * @param most the number of characters after which the text is cut
 */
export function redact(text: string, most = MOST): string {
  return steps.reduce((redacted, step) => step(redacted), cut(text, most));
}

function replacing(pattern: RegExp, mark: string) {
  return (text: string) => text.replace(pattern, mark);
}

/** Cuts at the last space, so that no half of an address escapes the patterns. */
function cut(text: string, most: number) {
  if (text.length <= most) return text;
  return `${text.slice(0, text.lastIndexOf(" ", most) + 1)}[cut]`;
}

/** Redacts a word that has 32 characters with a letter and a digit among them; "--" in front of it is left. */
function redactLongWord(word: string) {
  const start = word.search(/\w/);
  if (start === -1) return word;
  const rest = word.slice(start);
  const isToken = rest.length >= 32 && /\d/.test(rest) && /[A-Za-z]/.test(rest);
  return isToken ? `${word.slice(0, start)}[token]` : word;
}

/** What follows was meant to be the address of a valuer. */
const valuersPage = /^\/leads\/(?!success(?:\.data)?$).+/;

/** The end of OneSearch's address is a secret. */
const searchesWebhook = /^(\/webhooks\/searches\/).+/;

/** Anyone who knows a calendar's address can read it. */
const calendarAddress = /^(\/calendar\/).+/;

/** The longest path that is answered, in characters; our longest is below 200. */
export const LONGEST_PATH = 2_000;

/** Returns the path of a URL as the access log shows it: no query, and nothing personal in its segments. */
export function loggedPath(url: string): string {
  const [path = ""] = url.split(/[?#]/, 1);
  if (path.length > LONGEST_PATH) return "[too long]";
  const shown = path
    .replace(valuersPage, "/leads/[email]")
    .replace(searchesWebhook, "$1[token]")
    .replace(calendarAddress, "$1[token]");
  return redact(shown).slice(0, 200);
}
