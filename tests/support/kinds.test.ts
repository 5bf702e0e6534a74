import { JSDOM } from "jsdom";
import { expect, test, vi } from "vitest";
import { arrangementsOf } from "#tests/journeys/support/page-arrangements.ts";

/** Tests which changes to a page make the journeys check it again with axe, or again at 320 px. */

function kinds(main: string) {
  const { window } = new JSDOM(`<html lang="en"><body><main>${main}</main></body></html>`);
  window.Element.prototype.checkVisibility = function (this: Element) {
    return !this.closest("[hidden]");
  };
  const { document, Text, HTMLSelectElement, getComputedStyle } = window;
  for (const [name, value] of Object.entries({ document, Text, HTMLSelectElement }))
    vi.stubGlobal(name, value);
  vi.stubGlobal("getComputedStyle", getComputedStyle.bind(window));
  return arrangementsOf();
}

function news(one: string, other: string) {
  const [before, after] = [kinds(one), kinds(other)];
  return {
    kinds: after.kinds.filter((kind) => !before.kinds.includes(kind)),
    widths: after.widths.filter((width) => !before.widths.includes(width)),
  };
}

test.each([
  ["different texts", "<p>Hello Sam</p>", "<p>Hello Ada</p>"],
  ["one more row", "<ul><li>x</li></ul>", "<ul><li>x</li><li>y</li></ul>"],
  ["a different address", '<a href="/a">x</a>', '<a href="/b?c">y</a>'],
  ["a different script", "<p>x</p><script>1</script>", "<p>x</p><script>2</script>"],
  [
    "a different id",
    '<label for="a">x</label><input id="a">',
    '<label for="b">x</label><input id="b">',
  ],
])("a page that differs only by %s is not checked again", (_what, one, other) => {
  expect(news(one, other)).toEqual({ kinds: [], widths: [] });
});

test.each([
  ["an empty text", "<p>Hello</p>", "<p> </p>"],
  ["a link without text", '<a href="/a">x</a>', '<a href="/a"><svg></svg></a>'],
  [
    "a field without its label",
    '<label for="a">x</label><input id="a">',
    "<label>x</label><input>",
  ],
  [
    "a missing description",
    '<p id="a">x</p><input aria-describedby="a">',
    '<p id="b">x</p><input aria-describedby="a">',
  ],
  ["a different class", '<p class="a">x</p>', '<p class="b">x</p>'],
  ["an error", '<input name="a">', '<input name="a" aria-invalid="true">'],
  ["a hidden element", "<p>x</p>", "<p hidden>x</p>"],
  ["a different parent", "<ul><li>x</li></ul>", "<ul><li>x</li></ul><li>x</li>"],
  [
    "a different ancestor two levels up",
    "<div><p><b>x</b></p></div>",
    "<nav><p><b>x</b></p></nav>",
  ],
  ["a skipped heading level", "<h1>x</h1><h2>x</h2><h3>x</h3>", "<h1>x</h1><h3>x</h3><h2>x</h2>"],
  [
    "two landmarks of one name",
    '<nav aria-label="a">x</nav><nav aria-label="b">x</nav>',
    '<nav aria-label="a">x</nav><nav aria-label="a">x</nav>',
  ],
])("a page that differs by %s is checked again with axe", (_what, one, other) => {
  expect(news(one, other).kinds).not.toEqual([]);
});

test.each([
  ["a longer word", "<p>Sam</p>", "<p>Samantha-Jane</p>"],
  ["a longer choice", "<select><option>x</select>", "<select><option>a long choice</select>"],
  [
    "a longer line that does not break",
    '<p style="white-space: nowrap">x y</p>',
    '<p style="white-space: nowrap">x y and more</p>',
  ],
])("only the width of a page that differs by %s is checked again", (_what, one, other) => {
  expect(news(one, other)).toMatchObject({ kinds: [], widths: [expect.any(String)] });
});
