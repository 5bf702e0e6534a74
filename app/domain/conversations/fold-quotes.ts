/**
 * Starts of the lines after which mail programs quote the earlier email. Each is matched at the
 * start of a line, in time that is linear in the length of the line.
 */
const QUOTE_STARTS = [
  /^>/,
  /^-{2,}\s?(?:original message|forwarded message)/i,
  /^_{10,}\s*$/,
  /^on .{1,200} wrote:\s*$/i,
  /^from: .{1,300}$/i,
];

/** Maximum length of a line that is checked for the start of a quotation. */
const MAX_LINE = 400;

/** Returns true for the first line of a quotation. Most lines are decided by their first letter. */
function isQuoteStart(line: string): boolean {
  return /^[>\-_of]/i.test(line) && QUOTE_STARTS.some((words) => words.test(line));
}

/**
 * Splits the text of an email into what its sender wrote and the earlier emails that it quotes.
 * An email that is only a quotation is not split.
 */
export function foldQuotes(text: string): { own: string; quoted: string } {
  let start = 0;
  let has_own = false;
  while (start < text.length) {
    const end = text.indexOf("\n", start);
    const stop = end === -1 ? text.length : end;
    if (stop === start) {
      start++;
      continue;
    }
    const line = stop - start > MAX_LINE ? "" : text.slice(start, stop).trim();
    const is_quoted = isQuoteStart(line);
    if (has_own && is_quoted) {
      return { own: text.slice(0, start).trimEnd(), quoted: text.slice(start) };
    }
    has_own ||= (line !== "" && !is_quoted) || stop - start > MAX_LINE;
    start = stop + 1;
  }
  return { own: text, quoted: "" };
}
