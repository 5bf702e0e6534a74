/**
 * Documents in a backup. They are files next to the tables, and the tables' rows refer to them by
 * their keys.
 */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import type { DocumentCopy } from "#db/manifest.ts";
import { onClient } from "#db/pool.ts";

/** End of the name of a temporary file. The file is renamed when it is complete. */
const HALF_WRITTEN = /\.[0-9a-f]{24,}$/;

function documentFile(folder: string, key: string): string {
  return join(folder, "documents", key);
}

export async function copyDocuments(source: string, folder: string): Promise<DocumentCopy[]> {
  const copies: DocumentCopy[] = [];
  for (const key of await listKeys(source)) {
    const file = documentFile(folder, key);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await copyFile(join(source, key), file);
    copies.push({ key, bytes: (await stat(file)).size, sha256: await digestFile(file) });
  }
  return copies;
}

async function listKeys(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (error instanceof Error && Reflect.get(error, "code") === "ENOENT") return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !HALF_WRITTEN.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .sort();
}

/** Throws an Error that names the document if a document does not match the manifest. */
export async function checkDocuments(
  folder: string,
  documents: readonly DocumentCopy[],
): Promise<void> {
  for (const { key, sha256 } of documents) {
    const found = await digestFile(documentFile(folder, key)).catch(() => null);
    if (found !== sha256) {
      throw new Error(`documents/${key} does not match its manifest. The backup is damaged.`);
    }
  }
}

export type DocumentPlace = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  has: (key: string) => Promise<boolean>;
};

/** Stores the documents of a backup. Replaces any document with the same key. */
export async function restoreDocuments(
  folder: string,
  documents: readonly DocumentCopy[],
  place: DocumentPlace,
): Promise<void> {
  for (const { key } of documents) {
    await place.put(key, await readFile(documentFile(folder, key)));
  }
}

/** Returns the keys of documents that rows of the database refer to but that do not exist. */
export async function findMissing(url: string, place: DocumentPlace): Promise<string[]> {
  const missing: string[] = [];
  for (const key of await onClient(url, listNamedKeys)) {
    if (!(await place.has(key))) missing.push(key);
  }
  return missing;
}

/**
 * Returns all keys of documents in the database. Finds the columns that contain keys by their
 * names.
 */
async function listNamedKeys(client: PoolClient): Promise<string[]> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(`
    select quote_ident(table_name) as "table", quote_ident(column_name) as "column"
    from information_schema.columns
    where table_schema = 'public' and column_name like '%document\\_key'
      and is_updatable = 'YES' and is_generated = 'NEVER'`);
  const keys = new Set<string>();
  for (const { table, column } of columns) {
    const { rows } = await client.query<{ key: string }>(
      `select distinct ${column} as key from ${table} where ${column} is not null`,
    );
    for (const { key } of rows) keys.add(key);
  }
  return [...keys].sort();
}

async function digestFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
