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
 * What a backup folder's manifest.json says. The rows of a table are in `<schema>.<table>.copy.gz`, a document in
 * `documents/<key>`.
 */
const Manifest = z.object({
  /** The moment that every table is as of. */
  made_at: z.string(),
  /** The last migration of ours that the database had. */
  migration: z.string(),
  tables: z.array(TableCopy),
  /** The bucket that kept the documents, which are not in the backup then. */
  bucket: z.string().nullable().default(null),
  /** Those of the folder, where no bucket was configured. */
  documents: z.array(DocumentCopy).default([]),
});

export type TableCopy = z.infer<typeof TableCopy>;
export type DocumentCopy = z.infer<typeof DocumentCopy>;
export type Manifest = z.infer<typeof Manifest>;

/** @throws Error when the folder holds no backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch((error: unknown) => {
    throw new Error(`There is no backup in ${folder}. The folder has no manifest.json.`, {
      cause: error,
    });
  });
  return Manifest.parse(JSON.parse(text));
}
