import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { MAX_PDF_BYTES } from "./pdf.ts";

/**
 * The text of PDFs that came from outside. A PDF is a program as much as a document: it is read in a thread of its own
 * that has no settings, little memory and little time, so that a hostile one costs the service nothing but itself.
 */

const MAX_PAGES = 150;
const MAX_MS = 15_000;
const MAX_MEMORY_MB = 256;

/** Relative to the service's folder, in which each of its processes runs. */
const WORKER = "app/clients/pdf-text-worker.mjs";

const Message = z.union([
  z.object({ pages: z.array(z.string()) }),
  z.object({ refusal: z.literal("pages") }),
]);

/** A PDF that cannot be read. Its message holds nothing of the document. */
class UnreadablePdfError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`A PDF cannot be read: ${reason}`, options);
    this.name = "UnreadablePdfError";
  }
}

/**
 * Reads the text of a PDF.
 *
 * @param limits.ms how long it may take; for tests
 * @returns the text of each page, as it stands there
 * @throws UnreadablePdfError for what is no PDF, is too large or takes too long
 */
export async function readPdfText(
  bytes: Uint8Array,
  { ms = MAX_MS }: { ms?: number } = {},
): Promise<string[]> {
  if (bytes.length > MAX_PDF_BYTES) throw new UnreadablePdfError("more than 10 MB");
  const worker = new Worker(resolve(WORKER), {
    // A copy: what is sent to the thread is given away.
    workerData: { bytes: Uint8Array.from(bytes), maxPages: MAX_PAGES },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, stackSizeMb: 4 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  try {
    return await answerOf(worker, ms);
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker, ms: number) {
  return new Promise<string[]>((done, failed) => {
    const late = setTimeout(() => failed(new UnreadablePdfError("it takes too long")), ms);
    const end = (outcome: () => void) => {
      clearTimeout(late);
      outcome();
    };
    worker.once("message", (sent: unknown) => {
      const message = Message.safeParse(sent).data;
      end(() => {
        if (message && "pages" in message) done(message.pages);
        else failed(new UnreadablePdfError(message ? `over ${MAX_PAGES} pages` : "no text"));
      });
    });
    worker.once("error", (cause) => end(() => failed(new UnreadablePdfError("broken", { cause }))));
    worker.once("exit", () => end(() => failed(new UnreadablePdfError("it ended early"))));
  });
}
