import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { copyDocuments } from "#db/documents.ts";
import type { Manifest, TableCopy } from "#db/manifest.ts";
import { onClient } from "#db/pool.ts";

/**
 * Location of the documents: a bucket, which is backed up separately, or a folder, which the backup
 * includes.
 */
type DocumentSource = { bucket: string } | { folder: string };

/**
 * Writes all tables, as they were at one moment, and all documents to a new folder. The service
 * keeps running. The documents are copied after the tables, because a document always exists before
 * the row that refers to it.
 * @throws {Error} if the folder exists, so that no backup is overwritten
 */
export async function backUp(
  url: string,
  folder: string,
  documents: DocumentSource,
): Promise<Manifest> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    throw new Error(`${folder} cannot be created. A backup needs a new folder.`, { cause: error });
  });
  return await inSnapshot(url, async (client, made_at) => {
    const tables: TableCopy[] = [];
    for (const { table, columns } of await listTables(client)) {
      const gzip = createGzip();
      const written = pipeline(
        gzip,
        createWriteStream(join(folder, tableFile(table)), { mode: 0o600 }),
      );
      const [copied] = await Promise.all([copyOut(client, table, columns, gzip), written]);
      tables.push(copied);
    }
    const manifest: Manifest = {
      made_at,
      migration: await lastMigration(client),
      tables,
      bucket: "bucket" in documents ? documents.bucket : null,
      documents: "bucket" in documents ? [] : await copyDocuments(documents.folder, folder),
    };
    await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    return manifest;
  });
}

/** Returns the number of rows and the digest of each table. */
export async function digestTables(client: PoolClient): Promise<TableCopy[]> {
  // Turn off synchronised scans, which start in the middle of a table and so would change its
  // digest.
  await client.query("set synchronize_seqscans = off");
  const tables: TableCopy[] = [];
  for (const { table, columns } of await listTables(client)) {
    tables.push(await copyOut(client, table, columns));
  }
  return tables;
}

export function tableFile(table: string): string {
  return `${table}.copy.gz`;
}

function inSnapshot<T>(
  url: string,
  work: (client: PoolClient, moment: string) => Promise<T>,
): Promise<T> {
  return onClient(url, async (client) => {
    await client.query("set synchronize_seqscans = off");
    await client.query("begin isolation level repeatable read, read only");
    // The transaction sees the data as of its first statement, without later commits.
    const { rows } = await client.query<{ now: Date }>("select now()");
    return work(client, rows[0]?.now.toISOString() ?? "");
  });
}

/**
 * Lists our tables and those of the job queue, because queued jobs must not be lost. Leaves out the
 * tables that record which migrations have run.
 */
export async function listTables(
  client: PoolClient,
): Promise<Pick<TableCopy, "table" | "columns">[]> {
  const { rows } = await client.query<Pick<TableCopy, "table" | "columns">>(`
    select format('%I.%I', namespace.nspname, class.relname) as "table",
      array_agg(quote_ident(attribute.attname) order by attribute.attnum) as columns
    from pg_class class
    join pg_namespace namespace on namespace.oid = class.relnamespace
    join pg_attribute attribute on attribute.attrelid = class.oid
    where class.relkind = 'r' and namespace.nspname in ('public', 'graphile_worker')
      and class.relname not like 'kysely\\_%' and class.relname <> 'migrations'
      and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    group by 1 order by 1`);
  return rows;
}

export async function lastMigration(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "select max(name) as name from kysely_migration",
  );
  return rows[0]?.name ?? "";
}

async function copyOut(
  client: PoolClient,
  table: string,
  columns: string[],
  file?: NodeJS.WritableStream,
): Promise<TableCopy> {
  const rows = client.query(copyTo(`copy ${table} (${columns.join(", ")}) to stdout`));
  const measure = measureRows();
  await pipeline(rows, measure.stream, file ?? new Writable({ write: (_, __, done) => done() }));
  return { table, columns, ...measure.result() };
}

/**
 * Returns a stream that passes rows on, and counts and hashes them. COPY writes a line feed only at
 * the end of a row.
 */
export function measureRows() {
  const hash = createHash("sha256");
  let rows = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ rows, sha256: hash.digest("hex") }) };
}
