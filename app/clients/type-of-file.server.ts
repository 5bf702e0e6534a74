/**
 * Type of a file on disk, by its content. Reads only parts of the file, so that many large uploads
 * at the same time need little memory.
 */

import { type FileHandle, open } from "node:fs/promises";
import {
  compoundEntries,
  type FileType,
  findZipDirectory,
  typeOfEntries,
  typeOfHead,
  typeOfZipDirectory,
} from "./file-types.ts";

const HEAD_BYTES = 4_096;
/** Longest end of a ZIP that may follow its directory: a comment of 65,535 bytes. */
const ZIP_TAIL_BYTES = 65_535 + 22;
/** Largest directory that we read, of about ten thousand files. Office documents have dozens. */
const MAX_DIRECTORY_BYTES = 1024 * 1024;
/** Parts of a compound file. Entries have 128 bytes, so no entry is in two parts. */
const PART_BYTES = 64 * 1024;

/** Returns the type that a file's content proves; "bin" for text and for unknown types. */
export async function typeOfFile(path: string): Promise<FileType> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const known = typeOfHead((await read(file, 0, HEAD_BYTES)).toString("latin1"));
    if (known === "zip") return await typeOfZipFile(file, size);
    if (known === "compound") return await typeOfCompoundFile(file, size);
    return known ?? "bin";
  } finally {
    await file.close();
  }
}

async function typeOfZipFile(file: FileHandle, size: number): Promise<FileType> {
  const tail = await read(file, Math.max(0, size - ZIP_TAIL_BYTES), ZIP_TAIL_BYTES);
  const directory = findZipDirectory(tail);
  if (!directory || directory.size > MAX_DIRECTORY_BYTES) return "zip";
  return typeOfZipDirectory(await read(file, directory.start, directory.size));
}

async function typeOfCompoundFile(file: FileHandle, size: number): Promise<FileType> {
  const found = new Set<string>();
  for (let at = 0; at < size; at += PART_BYTES) {
    for (const name of compoundEntries(await read(file, at, PART_BYTES))) found.add(name);
  }
  return typeOfEntries(found);
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
