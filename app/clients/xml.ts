import XMLBuilder from "fast-xml-builder";
import { XMLParser } from "fast-xml-parser";

/** Elements by name, in order; names of attributes start with "@". */
export type Xml = { [name: string]: string | Xml | Xml[] | undefined };

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
  suppressBooleanAttributes: false,
});

/** Writes XML, without undefined members. The text of an element with attributes is in "#". */
export function writeXml(content: Xml): string {
  return builder.build(content).replace(UNWRITABLE, "");
}

/** Characters that XML 1.0 cannot contain, even escaped. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Limit of tags, above any vendor's message: masses of "<a><b>…" would fill the memory. */
const MAX_TAGS = 5_000;
const MAX_DEPTH = 30;

type Reading = {
  lists: readonly string[];
  attributes: "kept" | "left out";
};

/**
 * Returns a parser of vendors' XML: elements without prefixes, attributes with "@". The parser
 * returns undefined for invalid XML, for masses of markup, and for a document type, which could
 * declare entities.
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
      // oxlint-disable-next-line typescript/no-deprecated -- Saves a dependency on the validator.
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
