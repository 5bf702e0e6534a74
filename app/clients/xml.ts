import XMLBuilder from "fast-xml-builder";

/** Elements by name, in the order in which they are written; attributes with "@" before theirs. */
export type Xml = { [name: string]: string | Xml | Xml[] | undefined };

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
  suppressBooleanAttributes: false,
});

/** Writes XML. What is undefined is left out; an element with both attributes and text has its text as "#". */
export function writeXml(content: Xml): string {
  return builder.build(content).replace(UNWRITABLE, "");
}

/** Characters that XML 1.0 cannot hold at all, not even escaped. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
