/**
 * Sanitiser of received HTML emails. It keeps only listed elements and attributes. The lists
 * contain no images, forms, styles or scripts. Pages show the result in a sandboxed frame.
 */

import sanitizeHtml from "sanitize-html";
import { plainText } from "../plain-text.ts";

/**
 * Maximum number of tags in an email. The parser's time grows with the square of their nesting
 * depth: this many tags take at most half a second.
 */
const MAX_TAGS = 20_000;
/** Maximum nesting depth. A deeper element loses its tags but keeps its text. */
const MAX_DEPTH = 100;

/** Start of the addresses that a link may have. A relative address would lead to our own site. */
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;
const SCHEMES = ["http", "https", "mailto", "tel"];

/**
 * Allowed values of `rowspan` and `colspan`: a large number would make a browser take minutes to
 * lay out the table.
 */
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

/** Returns the safe part of an email's HTML; null if no text remains or if it has too many tags. */
export function sanitiseEmailHtml(html: string): string | null {
  if (html.split("<", MAX_TAGS + 2).length > MAX_TAGS + 1) return null;
  const clean = sanitizeHtml(html, OPTIONS).trim();
  return plainText(clean) === "" ? null : clean;
}
