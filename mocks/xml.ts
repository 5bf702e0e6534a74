import XMLBuilder from "fast-xml-builder";

/** XML of vendors. Separate from the clients' writer, whose own bugs a test with it would miss. */

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
});

/** Writes elements by name. Names of attributes start with "@"; the text next to them is "#". */
export function writeXml(content: object): string {
  return builder.build(content);
}
