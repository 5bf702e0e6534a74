/**
 * Program that reads a PDF from standard input and writes its text to standard output as JSON. A
 * worker thread parses the PDF, so that the main thread can end the process at any time. This is
 * plain JavaScript, because Node runs the file directly.
 */

import { argv, exit, kill, memoryUsage, pid, stdin, stdout } from "node:process";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";

const WATCH_EVERY_MS = 10;

if (isMainThread) guard(JSON.parse(argv[2]));
else parentPort.postMessage(await read(workerData));

function guard({ size, maxPages, maxPageLength, maxHeapMb, maxMemoryMb }) {
  const bytes = new Uint8Array(size);
  let received = 0;
  stdin.on("data", (chunk) => {
    bytes.set(chunk, received);
    received += chunk.length;
    if (received === size) start();
  });
  // The service keeps standard input open for as long as it wants the text.
  stdin.on("close", end);
  setInterval(() => memoryUsage.rss() > maxMemoryMb * 1024 * 1024 && end(), WATCH_EVERY_MS);

  function start() {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { bytes, maxPages, maxPageLength },
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 8 },
    });
    worker.on("message", (answer) => stdout.write(JSON.stringify(answer), () => exit()));
    worker.on("error", end);
  }
}

/** Ends the process immediately, even if the worker thread is busy. */
function end() {
  kill(pid, "SIGKILL");
}

async function read({ bytes, maxPages, maxPageLength }) {
  try {
    // Skip images, because one image could be larger than memory when decompressed.
    const settings = { isEvalSupported: false, verbosity: 0, maxImageSize: 0 };
    const document = await getDocumentProxy(bytes, settings);
    if (document.numPages > maxPages) return { refusal: "pages" };
    const pages = [];
    // Read the pages one after the other: reading them in parallel takes twice the memory.
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map(({ str = "", hasEOL }) => (hasEOL ? `${str}\n` : str)).join("");
      const isUnread = text.trim() === "" && (await showsSomething(page));
      pages.push(isUnread ? null : text.slice(0, maxPageLength));
      page.cleanup();
    }
    return { pages };
  } catch (error) {
    return { refusal: error?.name === "PasswordException" ? "password" : "damaged" };
  }
}

/** Returns true if a page without text has graphics. An image counts, although it is skipped. */
async function showsSomething(page) {
  const { OPS } = await getResolvedPDFJS();
  const nothing = new Set([
    ...[OPS.dependency, OPS.save, OPS.restore, OPS.beginText, OPS.endText],
    ...[OPS.beginMarkedContent, OPS.beginMarkedContentProps, OPS.endMarkedContent],
    ...[OPS.setFont, OPS.setLeading, OPS.moveText, OPS.setLeadingMoveText, OPS.setTextMatrix],
    ...[OPS.nextLine, OPS.setCharSpacing, OPS.setWordSpacing, OPS.setHScale],
  ]);
  const { fnArray, argsArray } = await page.getOperatorList();
  return fnArray.some((operator, index) =>
    operator === OPS.showText ? !argsArray[index][0].every(isSpace) : !nothing.has(operator),
  );
}

/** Returns true if a glyph is whitespace. A number also counts: it is a distance between glyphs. */
function isSpace(glyph) {
  return typeof glyph === "number" || /^\s+$/.test(glyph.unicode);
}
