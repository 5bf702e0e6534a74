import { createHash } from "node:crypto";
import { appendFileSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { outputDir } from "./environment.ts";

/**
 * Descriptor of the file in which all workers record the states that they have inspected, one per
 * line.
 */
let file: number | undefined;

let read = 0;

const known = new Set<string>();

/** Records the state, and returns true if no worker in this run has inspected it in this way. */
export const isNew = (way: string, seen: string) => hasNew(way, [seen]);

/** Records all of these states, and returns true if any of them is new. */
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

/** Returns true if the state is known. Does not record it. */
export function isKnown(way: string, seen: string): boolean {
  readShared();
  return known.has(lineOf(way, seen));
}

/** Reads the lines that other workers have added, except an incomplete last one. */
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
 * Returns a page’s HTML without its texts, values and row ids, but with its title and states such
 * as errors.
 */
export function shapeOf(html: string): string {
  return markup(html)
    .replaceAll(/(?<=>)(?<!<title>)[^<]*[^<\s][^<]*(?=<)/g, "w")
    .replaceAll(/(?<= (?:nonce|value|datetime)=")[^"]+/g, "v")
    .replaceAll(/(?<= (?:href|action|formaction)="[^"#?]*)\?[^"#]*/g, "?");
}

/**
 * Removes generated ids, and scripts and preloads, which depend on the pages that were visited
 * before.
 */
function markup(html: string) {
  return html
    .replaceAll(/<script\b.*?<\/script>/gs, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/[0-9a-f]{8,}/g, "0");
}
