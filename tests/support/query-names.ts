import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const ASKED =
  /\.(?:get|getAll|has)\("(\w+)"\)|^ {2,4}(\w+): (?:filters|wholeNumber|objectId|z)\b/gm;

/**
 * Returns the name of every query parameter that pages read, and of some form fields too, which do
 * no harm.
 */
export function queryNames(): string[] {
  const listed = [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "app/routes",
    "app/auth",
  ];
  const files = execFileSync("git", listed, { encoding: "utf8" })
    .split("\n")
    .filter((name) => /\.tsx?$/.test(name) && existsSync(name));
  const named = files.flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(ASKED), ([, asked, filter]) => asked ?? filter),
  );
  return [...new Set([...named, "sale", "purchase"])].filter((name) => name !== undefined).sort();
}
