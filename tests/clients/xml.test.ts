import { expect, test } from "vitest";
import { writeXml } from "#app/clients/xml.ts";

test.each([
  ["elements in their order", { a: { b: "1", c: "2" } }, "<a><b>1</b><c>2</c></a>"],
  ["an attribute", { a: { "@x": "1", b: "2" } }, '<a x="1"><b>2</b></a>'],
  ["an attribute with the text true", { a: { "@x": "true", b: "2" } }, '<a x="true"><b>2</b></a>'],
  ["an attribute and a text", { a: { "@x": "1", "#": "2" } }, '<a x="1">2</a>'],
  ["a list", { a: { b: [{ c: "1" }, { c: "2" }] } }, "<a><b><c>1</c></b><b><c>2</c></b></a>"],
  ["an undefined value", { a: { b: undefined, c: "2" } }, "<a><c>2</c></a>"],
  ["escaped markup", { a: "<b>&\"'</b>" }, "<a>&lt;b&gt;&amp;&quot;&apos;&lt;/b&gt;</a>"],
  ["characters that XML forbids", { a: "1\u0000\u000b\ufffe2\t3" }, "<a>12\t3</a>"],
  ["other characters that XML allows", { a: "Zoë \u{1F3E0}\n\r" }, "<a>Zoë \u{1F3E0}\n\r</a>"],
])("the XML writer, given %s, turns %j into %s", (_what, content, written) => {
  expect(writeXml(content)).toBe(written);
});
