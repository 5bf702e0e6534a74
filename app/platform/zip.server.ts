import { Readable, type Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** Adds a file to an archive, and waits until it is in. `compress` is for text: most documents are compressed already. */
export type AddToZip = (
  name: string,
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: { compress: boolean },
) => Promise<void>;

/**
 * Writes a ZIP of files that are read one after another, a piece at a time: how large they are together does not matter to
 * the memory. Beyond 4 GB it is a ZIP64.
 *
 * @param sink is ended when the archive is whole, and destroyed when it cannot be
 * @param write adds the files
 * @throws what reading a file or writing to the sink throws
 */
export async function writeZip(
  sink: Writable,
  write: (add: AddToZip) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile();
  const stop = new AbortController();
  const written = pipeline(zip.outputStream, sink, { signal: stop.signal });
  // Both are raced below: a full disk would leave a file waiting for ever to be read.
  written.catch(() => undefined);
  const add: AddToZip = async (name, content, { compress }) => {
    const source = Readable.from(content);
    zip.addReadStream(source, name, { compress });
    await Promise.race([finished(source), written]);
  };
  // yazl tells of a source that fails, which `add` has thrown by then.
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
 * The name that people know a document by, as every system takes it, with the ending of what it is.
 *
 * @param ending with its dot
 */
export function plainName(called: string, ending: string): string {
  const plain = called
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N} ._()-]+/gu, " ")
    .trim();
  const short = (plain || "document").slice(0, 100);
  return short.toLowerCase().endsWith(ending) ? short : `${short}${ending}`;
}
