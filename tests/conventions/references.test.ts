import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Checks that each citation resolves, because readers have only this repository. */

const REQUIREMENTS = "docs/requirements.md";

const all = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((name) => existsSync(name));
const files = all
  .filter((name) => /^(app|bin|db|docs|migrations|mocks|tests)\/.*\.(ts|tsx|mjs|md)$/.test(name))
  .filter((name) => name !== REQUIREMENTS && name !== "tests/conventions/references.test.ts");

const known = new Map<string, string>();

function read(name: string): string {
  const text = known.get(name) ?? readFileSync(name, "utf8");
  known.set(name, text);
  return text;
}

const requirements = new Set(
  [...read(REQUIREMENTS).matchAll(/^- \[[ x]\] ([A-Z]-\d{3}) /gm)].map(([, id]) => id),
);
const ambiguities = headings("docs/specification/ambiguities.md", /^### (AMB-[A-Z]\d{2}) /gm);
const journeys = headings("docs/specification/journeys.md", /^## (WF-\d{2}) /gm);

function headings(name: string, pattern: RegExp) {
  return new Set([...read(name).matchAll(pattern)].map(([, id]) => id));
}

function citations(pattern: RegExp) {
  return files.flatMap((name) => [...read(name).matchAll(pattern)].map(([id]) => ({ name, id })));
}

const kinds = [
  { kind: "a requirement", pattern: /\b[A-Z]-\d{3}\b/g, known: requirements },
  { kind: "an ambiguity", pattern: /\bAMB-[A-Z]\d{2}\b/g, known: ambiguities },
  { kind: "a journey", pattern: /\bWF-\d{2}\b/g, known: journeys },
];

test.each(kinds)("each citation of $kind resolves", ({ pattern, known }) => {
  const cited = citations(pattern);
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter(({ id }) => !known.has(id))).toEqual([]);
});

test("no file refers to a page outside this repository", () => {
  const elsewhere =
    /\b(Appendix \d|findings? \d+|traps? \d+|reliability \d|requirements\.md §)|\bspec\/|\bshared\/(?:reference|spec)\b/g;
  expect(citations(elsewhere)).toEqual([]);
});

test("no comment of the product cites a bare issue number", () => {
  const numbers = files
    .filter((name) => name.startsWith("app/"))
    .flatMap((name) =>
      listComments(name)
        .filter((line) => /[(, ]2[034](?:\.\d+)?\)/.test(line.replace(/char\(24\)/g, "")))
        .map((line) => ({ name, line })),
    );
  expect(numbers).toEqual([]);
});

test("each file that a comment or a decision names exists", () => {
  const missing = files
    // A migration is never changed, so its comments name files as they were.
    .filter((name) => !name.startsWith("migrations/"))
    .filter((name) => !name.startsWith("docs/") || name.startsWith("docs/decisions/"))
    .flatMap((name) =>
      listComments(name)
        .flatMap((line) => [...line.matchAll(FILE_NAME)].map(([file]) => file))
        .filter((file) => !all.some((other) => `/${other}`.endsWith(`/${file}`)))
        .map((file) => ({ name, file })),
    );
  expect(missing).toEqual([]);
});

/** The name of a source file, with or without folders, but not only an ending (".server.ts"). */
const FILE_NAME = /(?<![\w@<*./-])(?:[\w$.-]+\/)*\w[\w.-]*\.(?:tsx?|mjs|css)\b/g;

function listComments(name: string): string[] {
  const lines = read(name).split("\n");
  return name.endsWith(".md") ? lines : lines.filter((line) => /^\s*(?:\/\*|\*|\/\/)/.test(line));
}

test("each link of a document leads to a file", () => {
  const broken = files
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) =>
      [...read(name).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map(([, link]) => new URL(link ?? "", `file:///${name}`).pathname.slice(1))
        .filter((target) => !existsSync(decodeURIComponent(target)))
        .map((target) => ({ name, target })),
    );
  expect(broken).toEqual([]);
});

test("no docstring is only a reference", () => {
  const bare = citations(/\/\*\*\s*(?:(?:[A-Z]-\d{3}|AMB-[A-Z]\d{2})[\s,.]*(?:to )?)+\*\//g);
  expect(bare).toEqual([]);
});
