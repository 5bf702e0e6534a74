import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Last line on which a file’s first test may begin. Helpers go below the tests or into a separate
 * file.
 */

const MAX_LINES_BEFORE = 90;

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "tests"],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((name) => /\.(?:test|spec)\.tsx?$/.test(name) && existsSync(name));

test("each test file has its first test within ninety lines", () => {
  const firsts = files.map((name) => ({ name, line: lineOfFirstTest(name) }));
  expect(firsts.length).toBeGreaterThan(400);
  expect(firsts.filter(({ line }) => line === 0 || line > MAX_LINES_BEFORE)).toEqual([]);
});

/** Returns the line of the first test or describe, counted from 1. Returns 0 if there is none. */
function lineOfFirstTest(name: string) {
  const lines = readFileSync(name, "utf8").split("\n");
  const first = /^\s*(?:test|it|describe)(?:\.(?:each|describe|for|concurrent))*[(<]/;
  return lines.findIndex((line) => first.test(line)) + 1;
}
