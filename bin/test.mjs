import { pbkdf2Sync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { browserAdvice, findBrowser } from "./browser.mjs";
import { onceInterrupted } from "./interrupt.mjs";
import { build, install, requireNode, root, run, tool } from "./ready.mjs";
import { program, step, stopTestServers, sum } from "./steps.mjs";

/** `npm test`: everything that can fail, from a fresh clone. The last line is the sum. */
requireNode();
process.chdir(root);
await install();
onceInterrupted(stopTestServers);

const yardstick = secondsOf(hashAFixedAmount);

const reports = join(".data", "test");

// Programs keep one core busy each; the tests, of which some wait, leave more than one free for them.
const programs = checks();
const built = await step("build", build);
await Promise.all([vitest(), programs]);
if (existsSync("playwright.config.ts")) await journeys(built);

const seconds = performance.now() / 1000;
console.log(
  `\n${(seconds / 60).toFixed(1)} min, of a machine that hashed a fixed amount in ${yardstick.toFixed(1)} s before: ${Math.round(seconds / yardstick)} times as long`,
);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 ? 1 : 0;

/** The same work for every machine, on one core and with nothing beside it, so that what two of them took compares. */
function hashAFixedAmount() {
  pbkdf2Sync("password", "salt", 2_500_000, 64, "sha512");
}

function secondsOf(work) {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
}

/** What `npm run lint` says, one program after the other. */
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
  // A file that cannot be imported has failed without any test of it failing.
  const broken = (report?.testResults ?? []).filter(
    (suite) =>
      suite.status === "failed" && suite.assertionResults.every((test) => test.status !== "failed"),
  );
  count(code, report?.numPassedTests ?? 0, (report?.numFailedTests ?? 0) + broken.length);
}

async function journeys(isBuilt) {
  const browser = isBuilt ? await findBrowser() : null;
  if (!browser) {
    console.log(isBuilt ? browserAdvice : "FAILED: the journeys, which need the build");
    return count(1, 0, 0);
  }
  const file = freshReport("journeys.json");
  const { code } = await run(
    process.execPath,
    ["--max-semi-space-size=64", tool("@playwright/test"), "test", "--reporter=list,json"],
    {
      env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const stats = readReport(file)?.stats;
  count(code, (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0);
}

/** A program that fails without naming a test has failed once. */
function count(code, passed, failed) {
  sum.passed += passed;
  sum.failed += code === 0 ? failed : Math.max(failed, 1);
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
