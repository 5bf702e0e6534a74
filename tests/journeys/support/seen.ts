import { createHash } from "node:crypto";
import { appendFileSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { outputDir } from "./environment.ts";

/** What the workers have looked at, a line each. Playwright empties its folder when a run begins. */
let file: number | undefined;

/** How much of it this worker has read. */
let read = 0;

const known = new Set<string>();

/**
 * Whether nobody in this run has looked at the same in this way. Thirty walks pass the same page in the same state, and a
 * program would find the same in it each time. Two workers that come to it at one time both look.
 */
export const isNew = (way: string, seen: string) => hasNew(way, [seen]);

/** Whether any of these is new; all of them are known afterwards. */
export function hasNew(way: string, seen: readonly string[]): boolean {
  const shared = readShared();
  const lines = [...new Set(seen.map((each) => lineOf(way, each)))].filter(
    (line) => !known.has(line),
  );
  if (lines.length === 0) return false;
  for (const line of lines) known.add(line);
  appendFileSync(shared, `${lines.join("\n")}\n`);
  return true;
}

/** The same question, which does not count as a look. */
export function isKnown(way: string, seen: string): boolean {
  readShared();
  return known.has(lineOf(way, seen));
}

/** Learns what the others have added. A line that is not whole yet is read the next time. */
function readShared(): number {
  file ??= openShared();
  const bytes = Buffer.alloc(fstatSync(file).size - read);
  if (bytes.length > 0) readSync(file, bytes, 0, bytes.length, read);
  const whole = bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
  read += whole.length;
  for (const line of whole.toString().split("\n")) known.add(line);
  return file;
}

function openShared(): number {
  mkdirSync(outputDir, { recursive: true });
  return openSync(join(outputDir, "seen.txt"), "a+");
}

const lineOf = (way: string, seen: string) =>
  createHash("sha256").update(`${way}\n${seen}`).digest("base64");

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
