import XMLBuilder from "fast-xml-builder";
import { XMLParser } from "fast-xml-parser";

/** Elements by name, in the order in which they are written; the names of attributes begin with "@". */
export type Xml = { [name: string]: string | Xml | Xml[] | undefined };

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
  suppressBooleanAttributes: false,
});

/** Writes XML. Undefined members are left out; an element with both attributes and text has its text as "#". */
export function writeXml(content: Xml): string {
  return builder.build(content).replace(UNWRITABLE, "");
}

/** Characters that XML 1.0 cannot hold at all, not even escaped. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** More markup than any vendor's message has: a text of "<a><b>…" would otherwise fill the memory. */
const MAX_TAGS = 5_000;
const MAX_DEPTH = 30;

type Reading = {
  /** Elements of which a message may have one or several: always lists. */
  lists: readonly string[];
  attributes: "kept" | "left out";
};

/**
 * Makes a reader of XML that a vendor sent: elements by name without prefixes, attributes, where they are kept, with "@"
 * before theirs. A document type is refused, since it is where entities are declared; so are masses of markup. The
 * declaration is left out.
 *
 * @returns a function that returns undefined for anything else
 */
export function xmlReader({ lists, attributes }: Reading): (text: string) => unknown {
  const parser = new XMLParser({
    removeNSPrefix: true,
    ignoreAttributes: attributes === "left out",
    ignoreDeclaration: true,
    attributeNamePrefix: "@",
    textNodeName: "#",
    parseTagValue: false,
    parseAttributeValue: false,
    maxNestedTags: MAX_DEPTH,
    isArray: (name) => lists.includes(name),
  });
  return (text) => {
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text) || countTags(text) > MAX_TAGS) return undefined;
    try {
      // oxlint-disable-next-line typescript/no-deprecated -- The validator's own package would be one more to keep.
      const message: unknown = parser.parse(text, true);
      return message;
    } catch {
      return undefined;
    }
  };
}

function countTags(text: string) {
  let tags = 0;
  for (let at = text.indexOf("<"); at !== -1 && tags <= MAX_TAGS; at = text.indexOf("<", at + 1)) {
    tags += 1;
  }
  return tags;
}
