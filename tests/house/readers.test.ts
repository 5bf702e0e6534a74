import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Permission, PERMISSIONS, STAFF_ROLES } from "#app/domain/staff/roles.ts";

/** Who may make a reader of customers' data (SE-2): types alone cannot keep `as` out of other files. */

const files = execFileSync("git", ["ls-files", "app"], { encoding: "utf8" })
  .split("\n")
  .filter((name) => /\.tsx?$/.test(name));

const filesWith = (pattern: RegExp) =>
  files.filter((name) => pattern.test(readFileSync(name, "utf8"))).sort();

test("a reader is marked in app/auth/readers.server.ts alone (SE-2)", () => {
  expect(filesWith(/\bas (?:unknown as )?(?:\w+ & )?(?:Made|\w*Reader)\b(?!\.)/)).toEqual([
    "app/auth/readers.server.ts",
  ]);
});

test("only guards ask for a reader of a person, and only jobs for that of jobs (SE-2)", () => {
  expect(filesWith(/\/readers\.server\.ts"/)).toEqual([
    "app/auth/guards.server.ts",
    "app/jobs/jobs.server.ts",
    "app/jobs/privacy.server.ts",
  ]);
  expect(filesWith(/\bjobReader\b/)).toEqual([
    "app/auth/readers.server.ts",
    "app/jobs/jobs.server.ts",
    "app/jobs/privacy.server.ts",
  ]);
});

test("only emails of news are read for their addressee (SE-2)", () => {
  expect(filesWith(/new Addressee\(/)).toEqual(["app/domain/news/news.server.ts"]);
});

test.each(Object.keys(PERMISSIONS) as Permission[])(
  "the permission %s takes a role that may look, or makes no reader (SE-2)",
  (permission) => {
    const { roles } = PERMISSIONS[permission];
    if (roles === "all") expect(permission).toBe("enter");
    else for (const role of roles) expect(PERMISSIONS.look.roles).toContain(role);
    expect(PERMISSIONS.look.roles).toEqual(STAFF_ROLES);
  },
);
