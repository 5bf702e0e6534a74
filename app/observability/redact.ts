/** The second net under the logs: what looks personal or secret is taken out of a text. The first is to log neither. */

const patterns: [RegExp, string][] = [
  [/[\w.!#$%&'*+=?^`{|}~-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi, "[email]"],
  // Stripe's keys and the secrets it hands to browsers.
  [/\b(?:sk|pk|rk|whsec)_[A-Za-z0-9_]{8,}/g, "[key]"],
  [/\b(?:pi|seti|cs)_\w+_secret_\w+/g, "[key]"],
  [/([?&](?:token|inv|key|code)=)[^&\s"']+/gi, "$1[token]"],
  // A sealed link, a signed cookie, a hash; the ids of records are shorter.
  [/\b(?=[\w=%-]*\d)(?=[\w=%-]*[A-Za-z])[\w=%-]{32,}/g, "[token]"],
  [/(?<![\w-])(?:\+44|0044|0)[ ()-]*(?:\d[ ()-]*){9,10}(?!\w)/g, "[phone]"],
  [/\b[A-Z]{1,2}\d[A-Z\d]?(?:\s|%20|\+)*\d[A-Z]{2}\b/gi, "[postcode]"],
];

/** Replaces email addresses, UK phone numbers and postcodes, tokens and Stripe's keys. */
export function redact(text: string): string {
  return patterns.reduce((left, [pattern, mark]) => left.replace(pattern, mark), text);
}

/** Whatever stands there was meant for an address. */
const valuersPage = /^\/leads\/(?!success(?:\.data)?$).+/;

/** The end of OneSearch's address is a secret. */
const searchesWebhook = /^(\/webhooks\/searches\/).+/;

/** Whoever knows a calendar's address reads it. */
const calendarAddress = /^(\/calendar\/).+/;

/** The path of a URL as the access log shows it: no query, and nothing personal in its segments. */
export function loggedPath(url: string): string {
  const [path = ""] = url.split(/[?#]/, 1);
  const shown = path
    .replace(valuersPage, "/leads/[email]")
    .replace(searchesWebhook, "$1[token]")
    .replace(calendarAddress, "$1[token]");
  return redact(shown).slice(0, 200);
}
