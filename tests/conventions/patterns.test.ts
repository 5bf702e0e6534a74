import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { analyse } from "scslre";
import {
  createSourceFile,
  forEachChild,
  isRegularExpressionLiteral,
  type Node,
  ScriptTarget,
} from "typescript";
import { expect, test } from "vitest";

/**
 * Checks that no regular expression takes quadratic time. tests/assurance/cost.proof.ts measures
 * patterns built at run time and all other parsers of outside input.
 */

test.each([
  ["with nested repetition", String.raw`/^(?:a+)+$/`],
  ["that restarts at each character", String.raw`/\s+$/`],
  ["with two overlapping parts", String.raw`/^\W*-\W*$/`],
])("a pattern %s is detected as slow (SE-1)", (_what, pattern) => {
  expect(isSlow(pattern)).toBe(true);
});

test("no pattern of the service is slow (SE-1)", () => {
  const patterns = new Map(files().flatMap(patternsIn));
  expect(patterns.size).toBeGreaterThan(200);
  const slow = [...patterns].filter(([pattern]) => isSlow(pattern));
  expect(slow.map(([pattern, place]) => `${place}: ${pattern}`)).toEqual([]);
});

function isSlow(pattern: string): boolean {
  const end = pattern.lastIndexOf("/");
  const literal = { source: pattern.slice(1, end), flags: pattern.slice(end + 1) };
  return analyse(literal, { reportTypes: { Move: true } }).reports.length > 0;
}

function files(): string[] {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "app"];
  const names = execFileSync("git", listed, { encoding: "utf8" }).split("\n");
  return names.filter((name) => /\.tsx?$/.test(name) && existsSync(name));
}

/** Returns the regular expression literals of a file with their positions. */
function patternsIn(file: string): [pattern: string, place: string][] {
  const source = createSourceFile(file, readFileSync(file, "utf8"), ScriptTarget.Latest);
  const found: [string, string][] = [];
  const look = (node: Node) => {
    if (isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push([node.text, `${file}:${line + 1}`]);
    }
    forEachChild(node, look);
  };
  look(source);
  return found;
}
