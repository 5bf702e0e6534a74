/**
 * Writer of the doubles' XML. It is separate from the writer in app/clients, because a test that
 * used the same writer on both sides would not find its bugs.
 */

import XMLBuilder from "fast-xml-builder";

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
});

/**
 * Writes elements by their names. The name of an attribute starts with "@". The text of an element
 * with attributes is its member "#".
 */
export function writeXml(content: object): string {
  return builder.build(content);
}
