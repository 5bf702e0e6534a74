import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outputDir } from "./environment.ts";

/** Playwright empties its folder when a run begins. */
const folder = join(outputDir, "seen");

/** What this worker knows already. */
const known = new Set<string>();

/**
 * Whether nobody in this run has looked at the same in this way. Thirty walks pass the same page in the same state, and a
 * program would find the same in it each time. The workers share what they know as files.
 */
export function isNew(way: string, seen: string): boolean {
  const file = fileOf(way, seen);
  if (known.has(file)) return false;
  known.add(file);
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, "", { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Whether any of these is new; all of them are known afterwards. */
export function hasNew(way: string, seen: readonly string[]): boolean {
  return seen.filter((each) => isNew(way, each)).length > 0;
}

/** The same question, which does not count as a look. */
export const isKnown = (way: string, seen: string) => existsSync(fileOf(way, seen));

function fileOf(way: string, seen: string) {
  return join(folder, createHash("sha256").update(`${way}\n${seen}`).digest("hex"));
}

/**
 * A page without what differs from one visitor to the next: its words, the values of its fields, and the ids of rows.
 * Whether there are words, and what is hidden, wrong, named or open, is left; so is the title.
 */
export function shapeOf(html: string): string {
  return markup(html)
    .replaceAll(/(?<=>)(?<!<title>)[^<]*[^<\s][^<]*(?=<)/g, "w")
    .replaceAll(/(?<= (?:nonce|value|datetime)=")[^"]+/g, "v")
    .replaceAll(/(?<= (?:href|action|formaction)="[^"#?]*)\?[^"#]*/g, "?");
}

/** Which scripts a page has loaded, and loads beforehand, depends on the pages before it. */
function markup(html: string) {
  return html
    .replaceAll(/<script\b.*?<\/script>/gs, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/[0-9a-f]{8,}/g, "0");
}
