import { Writable } from "node:stream";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { report } from "#app/observability/report.server.ts";
import { NonceContext } from "#app/ui/nonce.ts";

const TIMEOUT_MS = 5_000;

/**
 * Renders a document in one piece. Streamed, it would be compressed chunk by chunk, at two to three times the work.
 *
 * @returns the HTML, and whether a part of it could not be rendered
 * @throws what a component threw, when there is nothing to show
 */
export function renderDocument(
  request: Request,
  context: EntryContext,
  nonce: string | undefined,
): Promise<{ html: Buffer<ArrayBuffer>; failed: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={context} url={request.url} nonce={nonce} abortDelay={TIMEOUT_MS} />
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady: () => pipe(sink),
        onShellError(error) {
          clearTimeout(late);
          reject(error instanceof Error ? error : new Error("The page could not be rendered"));
        },
        onError(error) {
          failed = true;
          if (!request.signal.aborted) report(error, { what: "rendering" });
        },
      },
    );
    // Left running, the timer would hold up the end of the process.
    const late = setTimeout(abort, TIMEOUT_MS);
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(withoutPadding(chunk));
        done();
      },
      final(done) {
        clearTimeout(late);
        resolve({ html: endingWithBody(Buffer.concat(chunks)), failed });
        done();
      },
    });
  });
}

/**
 * React 18 writes blocks of 2 KB; one that ends before a character of several bytes, which does not fit any more, it
 * fills up with zeros.
 */
function withoutPadding(block: Buffer): Buffer {
  let end = block.length;
  while (block[end - 1] === 0) end--;
  return block.subarray(0, end);
}

const END = Buffer.from("</body></html>");

/**
 * Remix renders the page's data as scripts after the document. They belong into its body: HTML ends with its last tag
 * (IN-15). In what they contain "<" is escaped, so the last end is the document's.
 */
function endingWithBody(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const at = html.lastIndexOf(END);
  if (at === -1) return html;
  return Buffer.concat([html.subarray(0, at), html.subarray(at + END.length), END]);
}
