import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commentsOf } from "#tests/support/comments.ts";
import { testNamesOf } from "#tests/support/test-names.ts";
import type { SourceText } from "#tests/support/texts.ts";
import { findInTexts, REFUSED, VAGUE_OPENINGS } from "#tests/support/voice.ts";

/** Time from which commits are checked: the code was put into plain English on this day. */
const SINCE = "2026-11-29T09:00:00Z";
const LONGEST_SUBJECT = 72;
const WIDEST_COMMENT = 100;

const files = execFileSync(
  "git",
  [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "app",
    "bin",
    "db",
    "docs",
    "mocks",
    "tests",
    "README.md",
  ],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((name) => existsSync(name));

const code = files.filter((name) => /\.(?:tsx?|mjs|css)$/.test(name) && name !== "db/types.d.ts");
const pages = files.filter(
  (name) =>
    name.endsWith(".md") &&
    name !== "docs/requirements.md" &&
    !name.startsWith("docs/specification/"),
);

/**
 * Removes quoted words, labels and placeholders, because their wording is set by the specification,
 * the code or a vendor.
 */
function withoutQuotations(text: SourceText): SourceText {
  return {
    ...text,
    text: text.text.replaceAll(/"[^"]*"|“[^”]*”|`[^`]*`|\*\*[^*]+\*\*|\{[^}]*\}/g, "…"),
  };
}

function listed(texts: readonly SourceText[], rules = REFUSED): string[] {
  return findInTexts(texts.map(withoutQuotations), rules).map(
    ({ file, line, found, instead, text }) => `${file}:${line} “${found}” (${instead}): ${text}`,
  );
}

describe("comments", () => {
  const comments = code.flatMap((name) => commentsOf(name));

  test("the check of comments reads more than 2,000 comments", () => {
    expect(comments.length).toBeGreaterThan(2_000);
  });

  test("comments contain no construction that the voice guide refuses", () => {
    expect(listed(comments)).toEqual([]);
  });

  test("comments begin with a noun or a verb", () => {
    expect(listed(comments, VAGUE_OPENINGS)).toEqual([]);
  });

  test(`comments are at most ${WIDEST_COMMENT} characters wide`, () => {
    const wide = code.flatMap((name) =>
      readFileSync(name, "utf8")
        .split("\n")
        .flatMap((line, index) =>
          line.length > WIDEST_COMMENT &&
          !line.includes("oxlint-disable") &&
          /^\s*(?:\/\/|\/\*|\*|\{\/\*)/.test(line)
            ? [`${name}:${index + 1}`]
            : [],
        ),
    );
    expect(wide).toEqual([]);
  });
});

describe("names of tests", () => {
  const names = files
    .filter((name) => /^tests\/.*\.(?:test|proof|spec)\.tsx?$/.test(name))
    .flatMap((name) => testNamesOf(name));

  test("the check reads the names of the tests", () => {
    expect(names.length).toBeGreaterThan(3_000);
  });

  test("names of tests contain no construction that the voice guide refuses", () => {
    expect(listed(names)).toEqual([]);
  });

  test("names of tests have their requirement at the end", () => {
    const startsWithId = /^(?:[A-Z]-\d{3}|AMB-[A-Z]\d{2}|WF-\d{2})\b/;
    expect(
      names
        .filter(({ text }) => startsWithId.test(text))
        .map(({ file, line }) => `${file}:${line}`),
    ).toEqual([]);
  });
});

test("documentation contains no construction that the voice guide refuses", () => {
  const lines = pages.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .map((text, index) => ({ file, line: index + 1, text })),
  );
  expect(listed(lines)).toEqual([]);
});

test("subjects of commits are short and contain no construction that the voice guide refuses", () => {
  const subjects = execFileSync("git", ["log", "--no-merges", `--since=${SINCE}`, "--format=%s"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter(Boolean)
    .map((text) => ({ file: "commit", line: 0, text }));
  expect(subjects.filter(({ text }) => text.length > LONGEST_SUBJECT)).toEqual([]);
  expect(listed(subjects)).toEqual([]);
});

describe("the check of comments", () => {
  test.each([
    ["a line comment", "// Nobody reads it.\nconst a = 1;", "Nobody"],
    ["a docstring", "/**\n * Meanwhile the page\n * stays.\n */\nfunction a() {}", "Meanwhile"],
    ["two lines of one docstring", "/** It is not used any\n * more. */\nconst a = 1;", "any more"],
    ["an element of JSX", "const a = <p>{/* Whoever reads */}</p>;", "Whoever"],
  ])("the check of comments finds a refused word in %s", (_where, source, found) => {
    expect(findInTexts(commentsOf("page.tsx", source), REFUSED)).toMatchObject([{ found }]);
  });

  test("the check of comments finds an opening without a noun", () => {
    const comments = commentsOf("page.ts", "/** What it is. */\nconst a = 1;");
    expect(findInTexts(comments, VAGUE_OPENINGS)).toHaveLength(1);
  });

  test("the check of comments leaves out the text between JSX tags", () => {
    expect(commentsOf("page.tsx", "const a = <p>https://nobody.example // nobody</p>;")).toEqual(
      [],
    );
  });
});
