import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { sanitiseEmailHtml } from "#app/clients/postmark/email-html.server.ts";
import { HOSTILE_EMAILS } from "#tests/support/hostile-emails.ts";

const ELEMENTS =
  /^(?:h[1-6]|p|div|span|br|hr|pre|blockquote|[ou]l|li|d[ldt]|table|caption|t(?:head|body|foot|r|h|d)|a|b|strong|i|em|u|s|del|ins|small|su[bp]|code|q)$/;
const ATTRIBUTES: Record<string, RegExp> = {
  href: /^(?:https?:\/\/|mailto:|tel:)/,
  target: /^_blank$/,
  rel: /^noopener noreferrer nofollow$/,
  colspan: /^\d{1,2}$/,
  rowspan: /^\d{1,2}$/,
};

/** Parses HTML as a browser does, and returns the elements and attributes that are not allowed. */
function foreign(html: string) {
  const { document } = new JSDOM(`<!doctype html><body>${html}`).window;
  return [...document.body.querySelectorAll("*")].flatMap((element) => [
    ...(ELEMENTS.test(element.localName) ? [] : [element.outerHTML]),
    ...[...element.attributes]
      .filter(({ name, value }) => !ATTRIBUTES[name]?.test(value))
      .map(({ name, value }) => `${name}=${value}`),
  ]);
}

describe("sanitising hostile HTML (IN-5)", () => {
  test.each(HOSTILE_EMAILS)("sanitising leaves only allowed elements in %s", (_what, part) => {
    // The hostile part alone, in markup that a browser repairs, and in markup that we remove.
    for (const html of [
      part,
      `<table><tr>${part}`,
      `<form>${part}</form>`,
      `<b><p>${part}</b></p>`,
    ]) {
      const clean = sanitiseEmailHtml(`<p>Before</p>${html}<p>After</p>`) ?? "";
      expect(clean).toContain("Before");
      expect(foreign(clean)).toEqual([]);
      expect(foreign(sanitiseEmailHtml(clean) ?? "")).toEqual([]);
    }
  });
});

describe("sanitising ordinary HTML", () => {
  test.each([
    ["tables with their cells", '<table><tr><td colspan="2">a</td></tr></table>'],
    ["lists and headings", "<h1>a</h1><ul><li>b</li></ul>"],
    ["escaped HTML characters", "<p>1 &lt; 2 &amp; 3</p>"],
  ])("sanitising keeps %s", (_what, html) => {
    expect(sanitiseEmailHtml(html)).toBe(html);
  });

  test.each([
    ["no text", ""],
    ["a picture alone", "<p><img src=x>&nbsp;</p>"],
    ["more tags than an email has", "<b>".repeat(20_001)],
  ])("sanitising returns null for HTML with %s", (_what, html) => {
    expect(sanitiseEmailHtml(html)).toBeNull();
  });

  test.each(["<b>", "<p><b>", "<b></i>", "<td>", '<a href="https://a.example">'])(
    "sanitising takes less than four seconds for the largest allowed number of %s",
    (part) => {
      const tags = part.split("<").length - 1;
      const before = process.cpuUsage();
      sanitiseEmailHtml(`a${part.repeat(Math.floor(20_000 / tags))}`);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(4);
    },
  );
});
