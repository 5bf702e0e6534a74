import { decode } from "html-entities";

/** Elements that readers never see. */
const UNREAD = /^<(script|style|head|title|template)(?=[\s/>])/i;
const BREAKS =
  /^<\/?(?:br|p|div|tr|li|ul|ol|table|h[1-6]|blockquote|hr|section|article|address|center|dt|dd|dl|caption|pre)(?=[\s/>])/i;
const CELL = /^<\/?t[dh](?=[\s/>])/i;
const LINK = /^<a(?=[\s/])/i;
const LINK_END = /^<\/a(?=[\s/>])/i;
const HREF = /[\s"'/]href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i;
const MAX_TAG = 4_000;

/**
 * Returns the text of an HTML email, with link addresses. It needs only one pass, so that no
 * crafted HTML is slow.
 */
export function plainText(html: string): string {
  // Convert only ASCII: in other alphabets, lowercase can change the length and shift every
  // position.
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

/** Returns the address in a link's tag; null if it is not http(s). */
function addressOf(tag: string): string | null {
  const [, ...values] = HREF.exec(tag) ?? [];
  const address = decode(values.find(Boolean) ?? "").replace(/\s+/g, "");
  return /^https?:\/\//i.test(address) ? address : null;
}

/** Returns "" after an image, or if the link's text is its address. */
function addressAfter({ address, words }: { address: string; words: string }): string {
  return ["", address].includes(words.trim()) ? "" : ` (${address})`;
}

/** Returns the position after a tag, a comment, or a whole unread element. */
function endOfTag(lower: string, open: number, head: string): number {
  const unread = UNREAD.exec(head)?.[1]?.toLowerCase();
  const after = (end: string, from: number) => {
    const found = lower.indexOf(end, from);
    return found === -1 ? lower.length : found + end.length;
  };
  if (head.startsWith("<!--")) return after("-->", open);
  return after(">", unread ? after(`</${unread}`, open) : open);
}
