import { Readable, type Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** Adds a file to an archive. `compress` is for text: most documents are compressed already. */
export type AddToZip = (
  name: string,
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: { compress: boolean },
) => Promise<void>;

/**
 * Writes a ZIP as a stream, file by file, so that its size does not affect memory. Beyond 4 GB it
 * is a ZIP64. The sink ends with the archive, and is destroyed on failure.
 * @throws any error of a file or the sink
 */
export async function writeZip(
  sink: Writable,
  write: (add: AddToZip) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile();
  const stop = new AbortController();
  const written = pipeline(zip.outputStream, sink, { signal: stop.signal });
  // Its error is thrown by the race below, without which a file would wait for ever on a full disk.
  written.catch(() => undefined);
  const add: AddToZip = async (name, content, { compress }) => {
    const source = Readable.from(content);
    zip.addReadStream(source, name, { compress });
    await Promise.race([finished(source), written]);
  };
  // yazl also reports a failed source, which `add` has already thrown.
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

/** Returns a portable file name from a display name and an extension with its dot. */
export function portableFileName(called: string, ending: string): string {
  const plain = called
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N} ._()-]+/gu, " ")
    .trim();
  const short = (plain || "document").slice(0, 100);
  return short.toLowerCase().endsWith(ending) ? short : `${short}${ending}`;
}
