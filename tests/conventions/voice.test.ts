import { describe, expect, test } from "vitest";
import { textsOf } from "#tests/support/texts.ts";
import { findInTexts, REFUSED, textsOfTheApp } from "#tests/support/voice.ts";

/** Texts that the specification fixes, although the voice guide would choose others. */
const FIXED: readonly { name: string; row: string }[] = [
  { name: "Put right", row: "decisions.md, K03 putting right" },
];

describe("texts of pages, emails and letters", () => {
  const texts = textsOfTheApp();
  const refused = findInTexts(texts, REFUSED);
  const isFixed = (text: string) => FIXED.some(({ name }) => name === text);

  test("the check reads the texts of the app", () => {
    expect(texts.length).toBeGreaterThan(5_000);
  });

  test("texts contain no construction that the voice guide refuses", () => {
    const listed = refused.map(
      ({ file, line, found, text }) => `${file}:${line} “${found}”: ${text}`,
    );
    expect(listed.filter((_, index) => !isFixed(refused[index]?.found ?? ""))).toEqual([]);
  });

  test("each exception that the specification fixes still occurs in the app", () => {
    const used = new Set(refused.map(({ found }) => found));
    expect(FIXED.filter(({ name }) => !used.has(name))).toEqual([]);
  });
});

const foundIn = (source: string) =>
  findInTexts(textsOf("page.tsx", source), REFUSED).map((finding) => finding.found);

describe("the voice check", () => {
  test.each([
    ["in a string", `const text = "Nobody is written to.";`, ["Nobody", "written to"]],
    ["in a template", "const text = `${name} is not here any more.`;", ["any more"]],
    ["in an element", "<p>Ask whoever sent it.</p>", ["whoever"]],
    ["in an attribute", `<Field label="Telephone number" />`, ["Telephone"]],
    ["across an element", "<p>The link <strong>goes</strong> on.</p>", ["goes on"]],
    ["across a value", "<p>{name} was called {' '}off.</p>", ["called off"]],
    ["across two lines", "<p>\n  Write\n  to us.\n</p>", ["Write to us"]],
    ["in a nested element", "<ul><li>It is gone.</li></ul>", ["is gone"]],
    ["in a conditional", `<p>Your link {sent ? "was sent" : "is not there"}.</p>`, ["not there"]],
    ["in one word", "<Badge>Nobody</Badge>", ["Nobody"]],
  ])("the voice check finds a refused construction %s: $2", (_where, source, expected) => {
    expect(foundIn(source)).toEqual(expected);
  });

  test.each([
    ["a comment", "// Nobody reads it any more.\nconst a = 1;"],
    ["the message of an error", `throw new Error("nobody is there any more");`],
    ["a placeholder", `const text = "Phone us on {telephone}.";`],
    ["a log message", `log.warn({ what: "x" }, "nobody is there any more");`],
    ["SQL", "sql`select nobody from somebody order by anew`"],
    ["a class name", `<p className="beside anew meanwhile">Text here</p>`],
    ["an import", `import { nobody } from "./nobody is here.ts";`],
    ["a key or a value", `const kinds = { nobody: "somebody" };`],
    [
      "an accepted use",
      `const text = "No more than 5 people. Enter any more details. Use all of yours.";`,
    ],
  ])("the voice check finds nothing in %s", (_where, source) => {
    expect(foundIn(source)).toEqual([]);
  });
});
