/**
 * `npm run test:quick [-- BRANCH]`: checks the types, lint and format of all code, and runs the
 * tests that are affected by changes since HEAD, or since BRANCH.
 */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { onceInterrupted } from "./interrupt.mjs";
import { install, requireNode, root } from "./setup.mjs";
import { program, stopTestServers, sum } from "./test-steps.mjs";

requireNode();
process.chdir(root);
await install();
onceInterrupted(stopTestServers);

const base = process.argv[2] ?? "HEAD";
const changed = [
  ...git(["diff", "--name-only", "--diff-filter=d", base]),
  ...git(["ls-files", "--others", "--exclude-standard"]),
].filter(existsSync);

await Promise.all([lint(), format(), tests()]);
console.log(`\n${sum.passed} passed, ${sum.failed} failed (changed files: ${changed.length})`);
process.exitCode = sum.failed > 0 ? 1 : 0;

function git(args) {
  return execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
}

function lint() {
  return program("types and lint", "oxlint", ["--config", "oxlint.config.js"]);
}

function format() {
  return program("format", "oxfmt", ["--check", "."]);
}

function tests() {
  const only = ["--changed", base, "--passWithNoTests", "--exclude", "tests/fault-injection/**"];
  return program("tests", "vitest", ["run", ...only]);
}
