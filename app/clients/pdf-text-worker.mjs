import { parentPort, workerData } from "node:worker_threads";
import { extractText, getDocumentProxy } from "unpdf";

/**
 * Reads the text of a PDF, page by page, in a thread that its parent may end at any time. JavaScript and not TypeScript,
 * since a thread is started from this very file wherever the service runs.
 */

const { bytes, maxPages } = workerData;
const document = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 });
if (document.numPages > maxPages) {
  parentPort.postMessage({ refusal: "pages" });
} else {
  const { text } = await extractText(document);
  parentPort.postMessage({ pages: text });
}
