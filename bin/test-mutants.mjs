/**
 * `npm run test:mutants -- app/domain/people [tests/domain/person.test.ts …]`: runs Stryker's
 * mutation tests. Each mutant takes a second. Stryker's cache is off, because it would still count
 * a mutated constant as "survived" after the tests have changed.
 */

import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { root, stop } from "./setup.mjs";

process.chdir(root);
const named = process.argv.slice(2);
const tests = named.filter((path) => path.startsWith("tests/"));
const paths = named.filter((path) => !path.startsWith("tests/"));
const [path] = paths;
if (!path || paths.some((one) => !existsSync(one))) {
  stop("Name folders or files: npm run test:mutants -- app/domain/people");
}

/** Folders of tests for each part of the app. The tests of a subject have the subject's name. */
const usual = [
  ["app/domain", ["tests/domain"]],
  ["app/auth", ["tests/auth", "tests/routes/sign-in", "tests/routes/site"]],
  ["app/server", ["tests/server"]],
  ["app/forms", ["tests/forms"]],
  ["app/limits", ["tests/limits"]],
  ["app/observability", ["tests/observability"]],
];
const folders = usual.find(([part]) => path.startsWith(part))?.[1] ?? ["tests/routes"];
process.env.MUTANTS_TESTS = (
  tests.length > 0 ? tests : folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)
).join(" ");

const reports = join(".data", "mutants");
mkdirSync(reports, { recursive: true });
const name = `${path}${paths.length > 1 ? `+${paths.length - 1}` : ""}`.replaceAll("/", "_");
await new Stryker({
  mutate: paths.map((one) => (statSync(one).isDirectory() ? `${one}/**/*.{ts,tsx}` : one)),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner", new URL("sql-names.mjs", import.meta.url).href],
  ignorers: ["sql-names"],
  vitest: { configFile: "tests/mutants/config.ts" },
  // Run one mutant at a time, because the machine has two cores and PostgreSQL needs one.
  concurrency: 1,
  coverageAnalysis: "perTest",
  reporters: ["clear-text", "json", "progress-append-only"],
  jsonReporter: { fileName: join(reports, `${name}.json`) },
  clearTextReporter: { allowColor: false, reportTests: false },
  tempDirName: join(".data", "stryker"),
  ignorePatterns: ["/build", "/.data", "/docs"],
  timeoutMS: 10_000,
  warnings: { slow: false },
  logLevel: "warn",
}).runMutationTest();
