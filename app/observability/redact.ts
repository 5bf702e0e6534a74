/**
 * Second line of defence of the logs: removes what looks personal or secret. Strangers choose some
 * texts (paths, headers), so each pattern must run in linear time.
 */

const LOCAL_PART = String.raw`[\w.!#$%&'*+=?^\`{|}~-]`;

const steps: ((text: string) => string)[] = [
  // The lookbehind matches only at the start of a word. Otherwise a long word would be read from
  // each letter.
  replacing(
    new RegExp(`(?<!${LOCAL_PART})${LOCAL_PART}+(?:@|%40)[\\w-]+(?:\\.[\\w-]+)+`, "gi"),
    "[email]",
  ),
  // Stripe's keys, and client secrets.
  replacing(/\b(?:sk|pk|rk|whsec)_[A-Za-z0-9_]{8,}/g, "[key]"),
  replacing(/\b(?:pi|seti|cs)_\w+_secret_\w+/g, "[key]"),
  replacing(/([?&](?:token|inv|key|code)=)[^&\s"']+/gi, "$1[token]"),
  // Sealed links, signed cookies and hashes. Ids of records are shorter.
  (text) => text.replace(/[\w=%-]{32,}/g, redactLongWord),
  replacing(/(?<![\w-])(?:\+44|0044|0)[ ()-]*(?:\d[ ()-]*){9,10}(?!\w)/g, "[phone]"),
  replacing(/\b[A-Z]{1,2}\d[A-Z\d]?(?:\s|%20|\+)*\d[A-Z]{2}\b/gi, "[postcode]"),
];

/** Maximum length of a logged text; real messages are far shorter. */
const MOST = 8_000;

/**
 * Redacts email addresses, UK phone numbers and postcodes, tokens and keys. Cuts the text at `most`
 * characters.
 */
export function redact(text: string, most = MOST): string {
  return steps.reduce((redacted, step) => step(redacted), cut(text, most));
}

function replacing(pattern: RegExp, mark: string) {
  return (text: string) => text.replace(pattern, mark);
}

/** Cuts at the last space, so that no part of an address escapes the patterns. */
function cut(text: string, most: number) {
  if (text.length <= most) return text;
  return `${text.slice(0, text.lastIndexOf(" ", most) + 1)}[cut]`;
}

/** Redacts a word of 32 or more characters with a letter and a digit. Keeps leading hyphens. */
function redactLongWord(word: string) {
  const start = word.search(/\w/);
  if (start === -1) return word;
  const rest = word.slice(start);
  const isToken = rest.length >= 32 && /\d/.test(rest) && /[A-Za-z]/.test(rest);
  return isToken ? `${word.slice(0, start)}[token]` : word;
}

/** Path of a valuer's page, which ends in their email address. */
const valuersPage = /^\/leads\/(?!success(?:\.data)?$).+/;

/** Path of the searches webhook, which ends in OneSearch's secret. */
const searchesWebhook = /^(\/webhooks\/searches\/).+/;

/** Path of a calendar, which anyone who has it can read. */
const calendarAddress = /^(\/calendar\/).+/;

/** Longest path that is answered. Our paths are shorter than 200 characters. */
export const LONGEST_PATH = 2_000;

/** Returns a URL's path for the access log, without query and personal data. */
export function loggedPath(url: string): string {
  const [path = ""] = url.split(/[?#]/, 1);
  if (path.length > LONGEST_PATH) return "[too long]";
  const shown = path
    .replace(valuersPage, "/leads/[email]")
    .replace(searchesWebhook, "$1[token]")
    .replace(calendarAddress, "$1[token]");
  return redact(shown).slice(0, 200);
}
