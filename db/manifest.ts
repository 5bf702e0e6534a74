import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const TableCopy = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  sha256: z.string(),
});

const DocumentCopy = z.object({ key: z.string(), bytes: z.number(), sha256: z.string() });

/**
 * Manifest of a backup. It is stored next to the files `<schema>.<table>.copy.gz` and
 * `documents/<key>`.
 */
const Manifest = z.object({
  made_at: z.string(),
  /** Name of the last of our migrations that had run in the database. */
  migration: z.string(),
  tables: z.array(TableCopy),
  /** Bucket that contains the documents, which are then not part of the backup. */
  bucket: z.string().nullable().default(null),
  /** Documents in the backup, if they were stored in a folder. */
  documents: z.array(DocumentCopy).default([]),
});

export type TableCopy = z.infer<typeof TableCopy>;
export type DocumentCopy = z.infer<typeof DocumentCopy>;
export type Manifest = z.infer<typeof Manifest>;

/** Reads the manifest of a backup. Throws an Error if the folder does not contain one. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch((error: unknown) => {
    throw new Error(`There is no backup in ${folder}. The folder has no manifest.json.`, {
      cause: error,
    });
  });
  return Manifest.parse(JSON.parse(text));
}
