/**
 * Forms with files. Each file streams to a temporary folder on disk, because many large files at
 * the same time would exhaust the memory.
 */

import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import {
  deleteTemporaryFolder,
  newTemporaryFolder,
} from "#app/clients/temporary-folders.server.ts";
import { typeOfFile } from "#app/clients/type-of-file.server.ts";
import {
  cleanFileName,
  isUploadType,
  NOT_SAVED,
  UPLOAD_LIMITS,
  type UploadedFile,
} from "#app/domain/documents/uploaded-file.ts";
import { DomainError } from "#app/domain/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { addField, readForm } from "./form.server.ts";

/** Problem of a form that needs a file and has none. */
export const NO_FILE = "Choose a file";
const TOO_MANY = `Choose up to ${UPLOAD_LIMITS.files} files at a time`;
const CUT_OFF = "Your files didn’t arrive completely. Send them again";

const LIMITS = {
  fields: 100,
  fieldSize: 64 * 1024,
  headerPairs: 20,
  files: UPLOAD_LIMITS.files,
  fileSize: UPLOAD_LIMITS.file_bytes,
};

/** Form with files as it arrived. */
export type Upload = {
  /** Typed fields, read like those of other forms. */
  form: FormData;
  /** Files that we accept. They may be stored even if others have problems. */
  files: readonly UploadedFile[];
  /** A sentence for each file that we refuse, or for the whole upload. */
  problems: readonly string[];
};

/**
 * Reads a submitted form with files and runs `work` on it. Deletes the temporary files after that,
 * also after an error. A form without a file has no problem; `work` decides whether it needs one.
 * @throws {Response} 400 for an invalid form, like readForm
 * @throws {DomainError} 400 if the upload was cut off
 */
export async function withUpload<Result>(
  request: Request,
  work: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  if (!request.headers.get("Content-Type")?.startsWith("multipart/form-data")) {
    return work({ form: await readForm(request), files: [], problems: [] });
  }
  const folder = await newFolder();
  try {
    return await work(await readUpload(request, folder));
  } finally {
    if (folder) await deleteTemporaryFolder(folder);
  }
}

/** Result of reading one file; null for a file field without a file. */
type Read = UploadedFile | { problem: string } | { failure: unknown } | null;

/** @param folder null if the disk has failed. The typed fields are then read all the same. */
async function readUpload(request: Request, folder: string | null): Promise<Upload> {
  const form = new FormData();
  const parser = parserOf(request);
  const refusals: unknown[] = [];
  const tooMany: string[] = [];
  const streams: Readable[] = [];
  const reading: Promise<Read>[] = [];
  parser.on("field", (name, value) => {
    try {
      addField(form, name, value);
    } catch (error) {
      refusals.push(error);
    }
  });
  parser.on("fieldsLimit", () => refusals.push(new Response("Too many fields.", { status: 413 })));
  parser.on("filesLimit", () => tooMany.push(TOO_MANY));
  parser.on("file", (_, stream, given) => {
    const path = folder && join(folder, String(reading.length));
    streams.push(stream);
    reading.push(readFile(stream, { path, given }).catch((failure: unknown) => ({ failure })));
  });
  try {
    await pipeline(bodyOf(request), parser);
  } catch (error) {
    // The parser leaves the file open that was arriving.
    for (const stream of streams) stream.destroy();
    await Promise.all(reading);
    throw error instanceof DomainError ? error : new DomainError(CUT_OFF, 400, { cause: error });
  }
  const read = await Promise.all(reading);
  if (refusals.length > 0) throw refusals[0];
  if (tooMany.length > 0) return { form, files: [], problems: tooMany };
  return { form, ...sortFiles(read) };
}

/** Separates the files that we accept from the problems of the others. */
function sortFiles(read: readonly Read[]): Omit<Upload, "form"> {
  const failed = read.find((one) => one !== null && "failure" in one);
  if (failed && "failure" in failed) {
    report(failed.failure, { what: "receive uploaded files" });
    return { files: [], problems: [NOT_SAVED] };
  }
  return {
    files: read.flatMap((one) => (one && "path" in one ? [one] : [])),
    problems: read.flatMap((one) => (one && "problem" in one ? [one.problem] : [])),
  };
}

function parserOf(request: Request) {
  try {
    const type = request.headers.get("Content-Type") ?? "";
    return new Busboy({ headers: { "content-type": type }, limits: LIMITS, preservePath: true });
  } catch {
    throw new Response("This is not a form.", { status: 400 });
  }
}

async function* bodyOf({ body }: Request) {
  // Reading the stream here, instead of Readable.fromWeb, keeps the connection open after an error
  // of the parser, so that the visitor gets the answer.
  const reader = body?.getReader();
  while (reader) {
    await nextTurn();
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

let turns = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other upload has. Otherwise each turn would have a
 * part of each upload, and other visitors would wait for all of them many times.
 */
function nextTurn(): Promise<void> {
  turns = turns.then(() => new Promise((next) => setImmediate(next)));
  return turns;
}

/**
 * Writes a file to the disk and judges it. If the disk fails, still reads the file to its end,
 * because the parser would otherwise wait for ever.
 * @param from.given the file’s name; the parser gives undefined for an empty one
 */
async function readFile(
  stream: BusboyFileStream,
  { path, given }: { path: string | null; given: string | undefined },
): Promise<Read> {
  const hash = createHash("sha256");
  let size_bytes = 0;
  let failure: unknown = path ? null : new Error("The folder for uploads could not be created");
  let file: FileHandle | null = null;
  const chunks: AsyncIterable<Uint8Array> = stream;
  try {
    for await (const bytes of chunks) {
      size_bytes += bytes.length;
      hash.update(bytes);
      if (failure || !path) continue;
      try {
        file ??= await open(path, "wx", 0o600);
        await file.writeFile(bytes);
      } catch (error) {
        failure = error;
      }
    }
  } finally {
    await file?.close();
  }
  if (!given && size_bytes === 0) return null;
  const file_name = cleanFileName(given ?? "");
  if (size_bytes === 0) return { problem: `“${file_name}” is empty. Choose another file` };
  if (stream.truncated) {
    return { problem: `“${file_name}” is larger than 20 MB. Choose a smaller file` };
  }
  if (failure || !path) return { failure };
  const file_type = await typeOfFile(path);
  if (!isUploadType(file_type)) {
    return { problem: `“${file_name}” isn’t a PDF, photo, Word or Excel file` };
  }
  return { path, file_name, file_type, size_bytes, sha256: hash.digest("hex") };
}

/** Creates a temporary folder; returns null if the disk fails. */
async function newFolder(): Promise<string | null> {
  try {
    return await newTemporaryFolder();
  } catch (error) {
    report(error, { what: "create folder for uploads" });
    return null;
  }
}
