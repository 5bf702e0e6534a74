/**
 * `npm test`: runs all checks, even in a fresh clone. The last lines of its output list the failed
 * tests and the totals.
 */

import { pbkdf2Sync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { browserAdvice, findBrowser, installBrowser } from "./browser.mjs";
import { onceInterrupted } from "./interrupt.mjs";
import { build, install, requireNode, root, run, tool } from "./setup.mjs";
import { program, step, stopTestServers, sum } from "./test-steps.mjs";

requireNode();
process.chdir(root);
// Run these at the same time: npm is mostly idle, and the installation of the browser waits for the
// network.
await Promise.all([install(), installBrowser()]);
onceInterrupted(stopTestServers);

const yardstick = secondsOf(hashAFixedAmount);

const reports = join(".data", "test");

// Run these programs at the same time as the tests. Each program uses one core, and some tests only
// wait.
const programs = checks();
const built = await step("build", build);
await Promise.all([vitest(), programs]);
if (existsSync("playwright.config.ts")) await journeys(built);

const seconds = performance.now() / 1000;
console.log(
  `\n${(seconds / 60).toFixed(1)} min. A fixed amount of hashing took ${yardstick.toFixed(1)} s on this machine, so the run took ${Math.round(seconds / yardstick)} times as long.`,
);
for (const name of sum.names) console.log(`FAILED: ${name}`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 ? 1 : 0;

/** Does a fixed amount of work on one idle core. Its duration shows how fast a machine is. */
function hashAFixedAmount() {
  pbkdf2Sync("password", "salt", 2_500_000, 64, "sha512");
}

function secondsOf(work) {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
}

async function checks() {
  await program("types and lint", "oxlint", ["--config", "oxlint.config.js"]);
  await program("format", "oxfmt", ["--check", "."]);
  await program("unused code", "knip", []);
}

async function vitest() {
  const file = freshReport("vitest.json");
  const { code } = await run(process.execPath, [
    tool("vitest"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const report = readReport(file);
  count(
    "vitest",
    code,
    report?.numPassedTests ?? 0,
    (report?.testResults ?? []).flatMap(failuresOf),
  );
}

/**
 * Returns the names of a file's failed tests. A file that can't be imported counts as one failure.
 */
function failuresOf({ name, status, assertionResults }) {
  const file = relative(root, name);
  const tests = assertionResults.filter((test) => test.status === "failed");
  if (tests.length > 0) {
    return tests.map(({ fullName, failureMessages: [why = ""] }) => {
      const [firstLine] = why.split("\n", 1);
      return `${file} › ${fullName}: ${firstLine}`;
    });
  }
  return status === "failed" ? [file] : [];
}

async function journeys(isBuilt) {
  const browser = isBuilt ? await findBrowser() : null;
  if (!browser) {
    console.log(isBuilt ? browserAdvice : "FAILED: the journeys, because they need the build");
    return count("the journeys", 1, 0, []);
  }
  const file = freshReport("journeys.json");
  const { code } = await run(
    process.execPath,
    [
      ...["--always-sparkplug", "--min-semi-space-size=16", "--max-semi-space-size=64"],
      tool("@playwright/test"),
      "test",
      ...["scripts", "no-scripts"].map((project) => `--project=${project}`),
      "--reporter=list,json",
    ],
    {
      env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const report = readReport(file);
  const { expected = 0, flaky = 0 } = report?.stats ?? {};
  count("the journeys", code, expected + flaky, (report?.suites ?? []).flatMap(failedJourneys));
}

function failedJourneys({ suites = [], specs = [] }) {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName }) => `[${projectName}] ${file} › ${title}`),
  );
  return [...failed, ...suites.flatMap(failedJourneys)];
}

/**
 * Adds the results of a program to the totals. A program that fails without naming a failed test
 * counts as one failure.
 */
function count(name, code, passed, failed) {
  const names = code !== 0 && failed.length === 0 ? [name] : failed;
  sum.passed += passed;
  sum.failed += names.length;
  sum.names.push(...names);
}

function freshReport(name) {
  mkdirSync(reports, { recursive: true });
  const file = resolve(reports, name);
  rmSync(file, { force: true });
  return file;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
