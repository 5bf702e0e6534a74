import { decode } from "html-entities";

/** HTML elements whose content a mail program does not show. */
const UNREAD = /^<(script|style|head|title|template)(?=[\s/>])/i;
const BREAKS =
  /^<\/?(?:br|p|div|tr|li|ul|ol|table|h[1-6]|blockquote|hr|section|article|address|center|dt|dd|dl|caption|pre)(?=[\s/>])/i;
const CELL = /^<\/?t[dh](?=[\s/>])/i;
const LINK = /^<a(?=[\s/])/i;
const LINK_END = /^<\/a(?=[\s/>])/i;
const HREF = /[\s"'/]href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i;
const MAX_TAG = 4_000;

/**
 * Returns the text of an HTML email, followed in brackets by the address of each link. Scans the
 * HTML only once, so that no HTML can make it slow.
 */
export function plainText(html: string): string {
  // Convert only ASCII letters to lowercase. Converting others can change the text's length, and
  // then positions in `lower` would no longer be positions in `html`.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let text = "";
  let at = 0;
  let link: { address: string; words: string } | null = null;
  const add = (piece: string) => {
    text += piece;
    if (link) link.words += piece;
  };
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open !== at) add(decode(html.slice(at, open === -1 ? html.length : open)));
    if (open === -1) break;
    const head = html.slice(open, open + 20);
    if (!/^<[a-z/!?]/i.test(head)) {
      add("<");
      at = open + 1;
      continue;
    }
    if (BREAKS.test(head)) add("\n");
    else if (CELL.test(head)) add(" ");
    at = endOfTag(lower, open, head);
    const isLink = LINK.test(head);
    if (link && (isLink || LINK_END.test(head))) {
      text += addressAfter(link);
      link = null;
    }
    if (isLink) {
      const address = addressOf(html.slice(open, Math.min(at, open + MAX_TAG)));
      if (address) link = { address, words: "" };
    }
  }
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns the address that a link's opening tag contains; null if it is not an http(s) address. */
function addressOf(tag: string): string | null {
  const [, ...values] = HREF.exec(tag) ?? [];
  const address = decode(values.find(Boolean) ?? "").replace(/\s+/g, "");
  return /^https?:\/\//i.test(address) ? address : null;
}

/**
 * Returns a link's address in brackets. Returns "" if the link's text is the same address, or
 * empty, as with a linked image.
 */
function addressAfter({ address, words }: { address: string; words: string }): string {
  return ["", address].includes(words.trim()) ? "" : ` (${address})`;
}

/**
 * Returns the position after a tag or comment. For an element that a mail program does not show,
 * returns the position after the element.
 */
function endOfTag(lower: string, open: number, head: string): number {
  const unread = UNREAD.exec(head)?.[1]?.toLowerCase();
  const after = (end: string, from: number) => {
    const found = lower.indexOf(end, from);
    return found === -1 ? lower.length : found + end.length;
  };
  if (head.startsWith("<!--")) return after("-->", open);
  return after(">", unread ? after(`</${unread}`, open) : open);
}
