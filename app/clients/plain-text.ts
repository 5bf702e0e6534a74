import { decode } from "html-entities";

/** Elements whose contents are not for readers. */
const UNREAD = /^<(script|style|head|title|template)(?=[\s/>])/i;
const BREAKS =
  /^<\/?(?:br|p|div|tr|li|ul|ol|table|h[1-6]|blockquote|hr|section|article)(?=[\s/>])/i;

/**
 * The plain text of an email in HTML, for reading and searching. It takes one pass, so that no crafted HTML takes long.
 */
export function plainText(html: string): string {
  // Of other alphabets a small letter may be longer than its capital, and every place after it another one.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let text = "";
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open !== at) text += decode(html.slice(at, open === -1 ? html.length : open));
    if (open === -1) break;
    const head = html.slice(open, open + 20);
    if (!/^<[a-z/!?]/i.test(head)) {
      text += "<";
      at = open + 1;
      continue;
    }
    if (BREAKS.test(head)) text += "\n";
    at = endOfTag(lower, open, head);
  }
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Where reading continues: after the tag, the comment, or the whole of an element that is not for readers. */
function endOfTag(lower: string, open: number, head: string): number {
  const unread = UNREAD.exec(head)?.[1]?.toLowerCase();
  const after = (end: string, from: number) => {
    const found = lower.indexOf(end, from);
    return found === -1 ? lower.length : found + end.length;
  };
  if (head.startsWith("<!--")) return after("-->", open);
  return after(">", unread ? after(`</${unread}`, open) : open);
}
