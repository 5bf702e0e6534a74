import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { bulkhead } from "cockatiel";
import { z } from "zod";
import { MAX_PDF_BYTES } from "./pdf.ts";

/**
 * The text of PDFs from outside. A PDF is a program as much as a document, so it is read in a process of its own without
 * settings, with little memory and little time: a hostile one costs the service nothing but that process.
 */

const MAX_PAGES = 150;
const MAX_MS = 15_000;
/** Characters of a page: more than is ever looked at. */
const MAX_PAGE_LENGTH = 50_000;
/** Bytes of the process's answer: 150 dense pages are a quarter of it. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/**
 * Of the whole process, which ends itself beyond it: 112 MB, and twice the document. Node and the reader take 65, and 150
 * dense pages of 1 MB take 85 to 108, by the version of Node.
 */
const maxMemoryMb = (size: number) => 112 + (2 * size) / (1024 * 1024);
const MAX_HEAP_MB = 64;
/** Room for short-lived objects takes 20 MB and saves no time in so short a life. */
const NODE_OPTIONS = ["--max-semi-space-size=2", `--max-old-space-size=${MAX_HEAP_MB}`];

/** Not bundled: Node runs it from beside this package's package.json. */
const PROGRAM = createRequire(import.meta.url).resolve("#app/clients/pdf-text-process.mjs");

const Answer = z.union([
  z.object({ pages: z.array(z.string().nullable()) }),
  z.object({ refusal: z.enum(["pages", "password", "damaged"]) }),
]);

/** Why a PDF has not been read; `limits`: it needs more time or memory than it gets. */
type UnreadableReason = "pages" | "password" | "damaged" | "limits";

/** A PDF that cannot be read. Its message holds nothing of the document. */
export class UnreadablePdfError extends Error {
  constructor(readonly reason: UnreadableReason) {
    super(`A PDF cannot be read: ${reason}`);
    this.name = "UnreadablePdfError";
  }
}

/** One process at a time, however many reports are being made. */
const oneAtATime = bulkhead(1, Infinity);

/**
 * Reads the text of a PDF, after those that wait already. One that takes too much time or memory is tried a second time,
 * since a busy machine may be the reason.
 *
 * @param limits.ms how long one try may take; for tests
 * @returns the text of each page, 50,000 characters of each at most; null for a page that shows something and has no text
 * @throws UnreadablePdfError
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

/** @returns the process's answer; null when it ended, or was ended, without one */
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
    // It stays open: by its end the process knows that the service has ended. An error means that the process is gone.
    child.stdin.on("error", () => undefined).write(bytes);
    child.once("error", failed);
    child.once("close", (code) => {
      clearTimeout(late);
      done(code === 0 ? Buffer.concat(chunks).toString() : null);
    });
  });
}
