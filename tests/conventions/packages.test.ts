import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { preProcessFile } from "typescript";
import { expect, test } from "vitest";

/** Packages that the owner's design names, by the folder that must import them. */
const IMPORTED = {
  app: [
    "@conform-to/react",
    "@conform-to/zod",
    "@remix-run/node",
    "@remix-run/react",
    "@stripe/react-stripe-js",
    "date-fns",
    "kysely",
    "postmark",
    "react",
    "remix-auth",
    "remix-auth-email-link",
    "stripe",
    "zod",
  ],
  db: ["kysely", "pg"],
  mocks: ["msw"],
  tests: ["@playwright/test", "msw", "vitest"],
};

const rows = Object.entries(IMPORTED).flatMap(([folder, packages]) =>
  packages.map((name) => ({ folder, name })),
);

test.each(rows)("the folder $folder imports the package $name", ({ folder, name }) => {
  expect(importedBy(folder).has(name)).toBe(true);
});

test("npm start serves the build with @remix-run/serve", () => {
  expect(readFileSync("bin/start.mjs", "utf8")).toContain('tool("@remix-run/serve")');
});

const known = new Map<string, Set<string>>();

/** Returns the names of the packages that the files of a folder import. */
function importedBy(folder: string): Set<string> {
  const before = known.get(folder);
  if (before) return before;
  const files = execFileSync("git", ["ls-files", `${folder}/*.ts`, `${folder}/*.tsx`], {
    encoding: "utf8",
  });
  const names = new Set(
    files
      .split("\n")
      .filter(Boolean)
      .flatMap((file) => preProcessFile(readFileSync(file, "utf8")).importedFiles)
      .map(({ fileName }) => packageOf(fileName)),
  );
  known.set(folder, names);
  return names;
}

/** Returns the package of an import: "@conform-to/zod" for "@conform-to/zod/v4". */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
