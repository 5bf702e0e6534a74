import { Readable, type Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/**
 * Function that adds a file to a ZIP. Set `compress` for text; most other documents are already
 * compressed.
 */
export type AddToZip = (
  name: string,
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: { compress: boolean },
) => Promise<void>;

/**
 * Writes a ZIP as a stream, one file after the other, so that a large ZIP needs as little memory as
 * a small one. A ZIP of more than 4 GB is in the ZIP64 format. Ends the sink after the last file,
 * and destroys it after an error.
 * @throws any error from a file or from the sink
 */
export async function writeZip(
  sink: Writable,
  write: (add: AddToZip) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile();
  const stop = new AbortController();
  const written = pipeline(zip.outputStream, sink, { signal: stop.signal });
  // The race below throws the error of this write. Without the race, adding a file would wait for
  // ever if the disk is full.
  written.catch(() => undefined);
  const add: AddToZip = async (name, content, { compress }) => {
    const source = Readable.from(content);
    zip.addReadStream(source, name, { compress });
    await Promise.race([finished(source), written]);
  };
  // yazl also emits the error from a file, which `add` has already thrown.
  zip.on("error", (error) => stop.abort(error));
  try {
    await write(add);
    zip.end();
  } catch (error) {
    stop.abort(error);
    await written.catch(() => undefined);
    throw error;
  }
  await written;
}

/**
 * Returns a file name that works on every system, made from a display name and an extension that
 * starts with a dot.
 */
export function portableFileName(called: string, ending: string): string {
  const plain = called
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N} ._()-]+/gu, " ")
    .trim();
  const short = (plain || "document").slice(0, 100);
  return short.toLowerCase().endsWith(ending) ? short : `${short}${ending}`;
}
