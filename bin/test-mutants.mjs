import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { root, stop } from "./ready.mjs";

/**
 * `npm run test:mutants -- app/domain/people [tests/domain/person.test.ts …]`: changes the code of folders or files in one
 * small way after another, and says which changes no test notices. Not part of `npm test`: a mutant takes a second.
 * Stryker's memory of earlier runs is not used: of mutants of constants it keeps "survived" though the tests have changed.
 */
process.chdir(root);
const named = process.argv.slice(2);
const tests = named.filter((path) => path.startsWith("tests/"));
const paths = named.filter((path) => !path.startsWith("tests/"));
const [path] = paths;
if (!path || paths.some((one) => !existsSync(one))) {
  stop("Name folders or files: npm run test:mutants -- app/domain/people");
}

/** Where the tests of a part of the house are. Those of a subject are in a folder, or a file, of its name. */
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
  // The machine has two cores, and PostgreSQL wants one of them.
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
