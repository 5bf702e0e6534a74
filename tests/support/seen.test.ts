import { expect, test } from "vitest";
import { shapeOf } from "#tests/journeys/support/seen.ts";

const page = (main: string) =>
  `<html lang="en"><head><title>Sign in</title></head><body><main>${main}</main></body></html>`;

test.each([
  ["words", "<p>Hello Sam</p>", "<p>Hello Ada</p>"],
  ["what is typed", '<input name="a" value="x"/>', '<input name="a" value="yy"/>'],
  [
    "ids of rows",
    `<a href="/sell/${"a1".repeat(12)}?x=1">x</a>`,
    `<a href="/sell/${"b2".repeat(12)}?y">y</a>`,
  ],
  ["what scripts are given", "<p>x</p><script>1</script>", "<p>x</p><script>2</script>"],
  ["what is loaded beforehand", '<p>x</p><link rel="modulepreload" href="/a.js">', "<p>x</p>"],
  ["where React joins words", "<p>Hello <!-- -->Sam</p>", "<p>Hello Sam</p>"],
])("%s make no other page", (_what, one, other) => {
  expect(shapeOf(page(one))).toBe(shapeOf(page(other)));
});

test.each([
  ["no words", "<p>Hello</p>", "<p></p>"],
  ["only a space", "<p>Hello</p>", "<p> </p>"],
  ["nothing typed", '<input name="a" value="x"/>', '<input name="a" value=""/>'],
  ["another class", '<p class="a">x</p>', '<p class="b">x</p>'],
  ["an error", '<input name="a"/>', '<input name="a" aria-invalid="true"/>'],
  ["another name", '<nav aria-label="Main">x</nav>', '<nav aria-label="Account">x</nav>'],
  ["another target within the page", '<a href="#main">x</a>', '<a href="#top">x</a>'],
  ["one more element", "<p>x</p>", "<p>x</p><p>x</p>"],
  [
    "another link of the document",
    '<link rel="icon" href="/a.svg">',
    '<link rel="icon" href="/b.svg">',
  ],
])("%s does", (_what, one, other) => {
  expect(shapeOf(page(one))).not.toBe(shapeOf(page(other)));
});

test("another title does", () => {
  expect(shapeOf(page("x"))).not.toBe(shapeOf(page("x").replace("Sign in", "Error: Sign in")));
});
