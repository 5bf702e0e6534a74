import sanitizeHtml from "sanitize-html";
import { plainText } from "../plain-text.ts";

/**
 * The HTML of a received email, made harmless. Only the elements and attributes of this list are left: no picture, form,
 * style or script, and nothing that a browser loads. A page shows it in a frame that could run none of them either.
 */

/** The parser takes time with the square of the depth of its elements: so many take half a second at most. */
const MAX_TAGS = 20_000;
/** Deeper elements lose their tags and keep their text. */
const MAX_DEPTH = 100;

/** What a browser may follow from an email, written in full: an address without a host would be one of ours. */
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;
const SCHEMES = ["http", "https", "mailto", "tel"];

/** How many cells one stands for: any number would make a page that takes a browser minutes to lay out. */
const SPAN = /^\d{1,2}$/;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "span", "br", "hr", "pre", "blockquote"],
    ...["ul", "ol", "li", "dl", "dt", "dd"],
    ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
    ...["a", "b", "strong", "i", "em", "u", "s", "del", "ins", "small", "sub", "sup", "code", "q"],
  ],
  allowedAttributes: {
    a: ["href", "target", "rel"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
  },
  allowedSchemes: SCHEMES,
  allowProtocolRelative: false,
  nonTextTags: [
    ...["script", "style", "textarea", "option", "xmp", "title", "template"],
    ...["iframe", "noembed", "noframes", "plaintext", "object", "svg", "math"],
  ],
  nestingLimit: MAX_DEPTH,
  parseStyleAttributes: false,
  transformTags: {
    a: (tagName, { href = "" }) => ({ tagName, attribs: ADDRESS.test(href) ? linkTo(href) : {} }),
    td: cell,
    th: cell,
  },
};

function cell(tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const spans = Object.entries(attributes).filter(([, value]) => SPAN.test(value));
  return { tagName, attribs: Object.fromEntries(spans) };
}

function linkTo(href: string): sanitizeHtml.Attributes {
  return { href, target: "_blank", rel: "noopener noreferrer nofollow" };
}

/**
 * Returns the HTML of an email without anything but text, tables, lists and links; null when that leaves no text, or when
 * there are too many tags to read.
 */
export function sanitiseEmailHtml(html: string): string | null {
  if (html.split("<", MAX_TAGS + 2).length > MAX_TAGS + 1) return null;
  const clean = sanitizeHtml(html, OPTIONS).trim();
  return plainText(clean) === "" ? null : clean;
}
