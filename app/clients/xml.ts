import XMLBuilder from "fast-xml-builder";
import { XMLParser } from "fast-xml-parser";

/**
 * XML elements by name, in the order in which they are written. The name of an attribute starts
 * with "@".
 */
export type Xml = { [name: string]: string | Xml | Xml[] | undefined };

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
  suppressBooleanAttributes: false,
});

/**
 * Writes XML. Leaves out members that are undefined. The text of an element with attributes is its
 * member "#".
 */
export function writeXml(content: Xml): string {
  return builder.build(content).replace(UNWRITABLE, "");
}

/** Characters that XML 1.0 does not allow, not even escaped. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * Maximum number of tags. No vendor's message has as many, but a message of endless tags would fill
 * the memory.
 */
const MAX_TAGS = 5_000;
const MAX_DEPTH = 30;

type Reading = {
  lists: readonly string[];
  attributes: "kept" | "left out";
};

/**
 * Returns a parser of vendors' XML. It removes the prefixes of elements' names and adds "@" to
 * attributes' names. It returns undefined if the XML is invalid, has too many tags, or has a
 * document type, which could declare entities.
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
