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
 * No pattern of the service takes time with the square of a text's length, whoever wrote the text (SE-1). What patterns cost
 * that are put together while the service runs, and all else that reads what others write, is a proof: tests/prove/cost.proof.ts.
 */

test.each([
  ["that goes back", String.raw`/^(?:a+)+$/`],
  ["that starts again at each letter", String.raw`/\s+$/`],
  ["that gives one letter to either of two parts", String.raw`/^\W*-\W*$/`],
])("a pattern %s is found to be slow (SE-1)", (_what, pattern) => {
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

/** The patterns that are written out in a file, and where. */
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
