/**
 * Text of untrusted PDFs. A malicious PDF might run code when it is read. So each PDF is read in a
 * separate process, which has no settings or secrets and only limited memory and time.
 */

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { bulkhead } from "cockatiel";
import { z } from "zod";
import { MAX_PDF_BYTES } from "./pdf.ts";

const MAX_PAGES = 150;
const MAX_MS = 15_000;
const MAX_PAGE_LENGTH = 50_000;
/** Maximum output of the process in bytes. 150 pages full of text take a quarter of it. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/**
 * Returns the memory limit of the process: 112 MB plus twice the size of the PDF. Reading a PDF of
 * 150 pages took 85 to 108 MB.
 */
const maxMemoryMb = (size: number) => 112 + (2 * size) / (1024 * 1024);
const MAX_HEAP_MB = 64;
/** Node's default semi-space takes 20 MB and does not make so short a process faster. */
const NODE_OPTIONS = ["--max-semi-space-size=2", `--max-old-space-size=${MAX_HEAP_MB}`];

/** Path of the program, which is not part of the bundle. */
const PROGRAM = createRequire(import.meta.url).resolve("#app/clients/pdf-text-process.mjs");

const Answer = z.union([
  z.object({ pages: z.array(z.string().nullable()) }),
  z.object({ refusal: z.enum(["pages", "password", "damaged"]) }),
]);

/** Reason why a PDF can't be read. "limits" means that reading it took too much time or memory. */
type UnreadableReason = "pages" | "password" | "damaged" | "limits";

/** Error for a PDF that can't be read. Its message contains nothing from the PDF. */
export class UnreadablePdfError extends Error {
  constructor(readonly reason: UnreadableReason) {
    super(`A PDF cannot be read: ${reason}`);
    this.name = "UnreadablePdfError";
  }
}

/** Allows only one reading process at a time. */
const oneAtATime = bulkhead(1, Infinity);

/**
 * Reads the text of a PDF. Concurrent calls wait for each other. Retries once if reading takes too
 * long or fails, because the machine may be busy.
 * @returns the text of each page, up to 50,000 characters; null for a page that has graphics but no
 *   text
 * @throws {UnreadablePdfError}
 */
export async function readPdfText(
  bytes: Uint8Array,
  { ms = MAX_MS }: { ms?: number } = {},
): Promise<(string | null)[]> {
  if (bytes.length > MAX_PDF_BYTES) throw new UnreadablePdfError("limits");
  if (bytes.length === 0) throw new UnreadablePdfError("damaged");
  return oneAtATime.execute(async () => {
    const text = (await tryToRead(bytes, ms)) ?? (await tryToRead(bytes, ms));
    const answer = text === null ? { refusal: "limits" as const } : Answer.parse(JSON.parse(text));
    if ("refusal" in answer) throw new UnreadablePdfError(answer.refusal);
    return answer.pages;
  });
}

function tryToRead(bytes: Uint8Array, ms: number): Promise<string | null> {
  const limits = {
    size: bytes.length,
    maxPages: MAX_PAGES,
    maxPageLength: MAX_PAGE_LENGTH,
    maxHeapMb: MAX_HEAP_MB,
    maxMemoryMb: maxMemoryMb(bytes.length),
  };
  const child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, JSON.stringify(limits)], {
    env: { NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  return new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const late = setTimeout(() => child.kill("SIGKILL"), ms);
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) child.kill("SIGKILL");
    });
    // Leave standard input open: it closes when the service ends, and that ends the process.
    child.stdin.on("error", () => undefined).write(bytes);
    child.once("error", failed);
    child.once("close", (code) => {
      clearTimeout(late);
      done(code === 0 ? Buffer.concat(chunks).toString() : null);
    });
  });
}
