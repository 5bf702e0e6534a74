import sanitizeHtml from "sanitize-html";
import { plainText } from "../plain-text.ts";

/**
 * Sanitiser of received HTML emails. It keeps only listed elements and attributes: no image, form,
 * style, script or other resource. The result is shown in a sandboxed frame.
 */

/** The parser is quadratic in nesting depth: this many tags take at most half a second. */
const MAX_TAGS = 20_000;
/** Depth below which elements lose their tags and keep their text. */
const MAX_DEPTH = 100;

/** Schemes of absolute links. A relative link would point to our site. */
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;
const SCHEMES = ["http", "https", "mailto", "tel"];

/** Limits row and column spans: a large number makes a browser take minutes to lay out. */
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

/** Returns the safe HTML of an email; null if no text remains or there are too many tags. */
export function sanitiseEmailHtml(html: string): string | null {
  if (html.split("<", MAX_TAGS + 2).length > MAX_TAGS + 1) return null;
  const clean = sanitizeHtml(html, OPTIONS).trim();
  return plainText(clean) === "" ? null : clean;
}
