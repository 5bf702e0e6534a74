/**
 * Redaction of log texts. This is the second line of defence: it removes everything that looks like
 * personal data or a secret. Strangers choose some of the texts, such as paths and headers, so each
 * pattern must run in linear time.
 */

const LOCAL_PART = String.raw`[\w.!#$%&'*+=?^\`{|}~-]`;

const steps: ((text: string) => string)[] = [
  // Email addresses. The lookbehind makes the pattern match only at the start of a word, because
  // trying each character of a very long word would be slow.
  replacing(
    new RegExp(`(?<!${LOCAL_PART})${LOCAL_PART}+(?:@|%40)[\\w-]+(?:\\.[\\w-]+)+`, "gi"),
    "[email]",
  ),
  // Stripe's keys, and the client secrets of payments.
  replacing(/\b(?:sk|pk|rk|whsec)_[A-Za-z0-9_]{8,}/g, "[key]"),
  replacing(/\b(?:pi|seti|cs)_\w+_secret_\w+/g, "[key]"),
  replacing(/([?&](?:token|inv|key|code)=)[^&\s"']+/gi, "$1[token]"),
  // Sealed links, signed cookies and hashes. The ids of our records are shorter.
  (text) => text.replace(/[\w=%-]{32,}/g, redactLongWord),
  replacing(/(?<![\w-])(?:\+44|0044|0)[ ()-]*(?:\d[ ()-]*){9,10}(?!\w)/g, "[phone]"),
  replacing(/\b[A-Z]{1,2}\d[A-Z\d]?(?:\s|%20|\+)*\d[A-Z]{2}\b/gi, "[postcode]"),
];

/** Maximum length of a text in the log. Real messages are much shorter. */
const MOST = 8_000;

/**
 * Replaces email addresses, UK phone numbers and postcodes, tokens and keys in a text. Cuts the
 * text off after `most` characters.
 */
export function redact(text: string, most = MOST): string {
  return steps.reduce((redacted, step) => step(redacted), cut(text, most));
}

function replacing(pattern: RegExp, mark: string) {
  return (text: string) => text.replace(pattern, mark);
}

/** Cuts a text at a space, because the patterns would not recognise half an address. */
function cut(text: string, most: number) {
  if (text.length <= most) return text;
  return `${text.slice(0, text.lastIndexOf(" ", most) + 1)}[cut]`;
}

/**
 * Replaces a word of 32 or more characters if it contains a letter and a digit. Keeps hyphens at
 * its start.
 */
function redactLongWord(word: string) {
  const start = word.search(/\w/);
  if (start === -1) return word;
  const rest = word.slice(start);
  const isToken = rest.length >= 32 && /\d/.test(rest) && /[A-Za-z]/.test(rest);
  return isToken ? `${word.slice(0, start)}[token]` : word;
}

/** Path of a valuer's page, which ends in the valuer's email address. */
const valuersPage = /^\/leads\/(?!success(?:\.data)?$).+/;

/** Path of the webhook for search results, which ends in OneSearch's secret. */
const searchesWebhook = /^(\/webhooks\/searches\/).+/;

/** Path of a calendar. Anyone who knows it can read the calendar. */
const calendarAddress = /^(\/calendar\/).+/;

/** Length of the longest path that we answer. Our own paths have fewer than 200 characters. */
export const LONGEST_PATH = 2_000;

/** Returns the path of a URL for the access log, without its query and without personal data. */
export function loggedPath(url: string): string {
  const [path = ""] = url.split(/[?#]/, 1);
  if (path.length > LONGEST_PATH) return "[too long]";
  const shown = path
    .replace(valuersPage, "/leads/[email]")
    .replace(searchesWebhook, "$1[token]")
    .replace(calendarAddress, "$1[token]");
  return redact(shown).slice(0, 200);
}
