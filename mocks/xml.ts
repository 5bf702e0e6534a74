import XMLBuilder from "fast-xml-builder";

/** XML as vendors send it. Not written by the clients' writer: a fault of its would be written and read alike. */

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
});

/** Writes elements by name; attributes have "@" before theirs, and the text beside them is "#". */
export function writeXml(content: object): string {
  return builder.build(content);
}
