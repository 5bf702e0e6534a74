import { expect, test } from "vitest";
import { shapeOf } from "#tests/journeys/support/inspected-states.ts";

const page = (main: string) =>
  `<html lang="en"><head><title>Sign in</title></head><body><main>${main}</main></body></html>`;

test.each([
  ["different texts", "<p>Hello Sam</p>", "<p>Hello Ada</p>"],
  ["different values", '<input name="a" value="x"/>', '<input name="a" value="yy"/>'],
  [
    "different ids of rows",
    `<a href="/sell/${"a1".repeat(12)}?x=1">x</a>`,
    `<a href="/sell/${"b2".repeat(12)}?y">y</a>`,
  ],
  ["different scripts", "<p>x</p><script>1</script>", "<p>x</p><script>2</script>"],
  ["different preloads", '<p>x</p><link rel="modulepreload" href="/a.js">', "<p>x</p>"],
  ["React’s comments between texts", "<p>Hello <!-- -->Sam</p>", "<p>Hello Sam</p>"],
])("pages that differ only by %s count as the same page", (_what, one, other) => {
  expect(shapeOf(page(one))).toBe(shapeOf(page(other)));
});

test.each([
  ["an empty text", "<p>Hello</p>", "<p></p>"],
  ["only a space", "<p>Hello</p>", "<p> </p>"],
  ["an empty value", '<input name="a" value="x"/>', '<input name="a" value=""/>'],
  ["a different class", '<p class="a">x</p>', '<p class="b">x</p>'],
  ["an error", '<input name="a"/>', '<input name="a" aria-invalid="true"/>'],
  ["a different name", '<nav aria-label="Main">x</nav>', '<nav aria-label="Account">x</nav>'],
  ["a different fragment", '<a href="#main">x</a>', '<a href="#top">x</a>'],
  ["one more element", "<p>x</p>", "<p>x</p><p>x</p>"],
  [
    "a different link of the document",
    '<link rel="icon" href="/a.svg">',
    '<link rel="icon" href="/b.svg">',
  ],
])("pages that differ by %s count as different pages", (_what, one, other) => {
  expect(shapeOf(page(one))).not.toBe(shapeOf(page(other)));
});

test("pages that differ only in their title count as different pages", () => {
  expect(shapeOf(page("x"))).not.toBe(shapeOf(page("x").replace("Sign in", "Error: Sign in")));
});
