import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { digestTables, fileOf, lastMigration, listTables, measureRows } from "#db/backup.ts";
import { Manifest } from "#db/manifest.ts";
import { migrate } from "#db/migrate.ts";
import { createPool } from "#db/pool.ts";

/**
 * Fills an empty database from a backup's folder: migrates it to where the backup was made, copies every
 * table in, compares what is there with the manifest, and migrates on to the newest schema.
 *
 * @returns the number of rows
 * @throws Error when the database is in use, the folder is damaged, or a table came out different; the database has no rows then
 */
export async function restore(url: string, folder: string): Promise<number> {
  const manifest = Manifest.parse(
    JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")),
  );
  await refuseUsed(url);
  await migrate(url, manifest.migration);
  await copyIn(url, folder, manifest);
  await migrate(url);
  return manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
}

async function refuseUsed(url: string) {
  await onClient(url, async (client) => {
    const { rows } = await client.query<{ made: boolean }>(
      "select to_regclass('public.users') is not null as made",
    );
    if (!rows[0]?.made) return;
    const { rowCount } = await client.query("select from users limit 1");
    if (rowCount)
      throw new Error("The database holds people already; a backup goes into an empty one.");
  });
}

async function copyIn(url: string, folder: string, manifest: Manifest) {
  await onClient(url, async (client) => {
    await refuseOtherSchema(client, manifest);
    await client.query("begin");
    // Neither triggers nor foreign keys look on: the rows were right where they come from.
    await client.query("set local session_replication_role = replica");
    await client.query(`truncate ${manifest.tables.map(({ table }) => table).join(", ")}`);
    for (const { table, columns, rows, sha256 } of manifest.tables) {
      const measure = measureRows();
      await pipeline(
        createReadStream(join(folder, fileOf(table))),
        createGunzip(),
        measure.stream,
        client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`)),
      );
      const found = measure.result();
      if (found.rows !== rows || found.sha256 !== sha256) {
        throw new Error(`${fileOf(table)} is not what its manifest says: the backup is damaged.`);
      }
    }
    await compare(client, manifest);
    await setSequences(client);
    await client.query("commit");
  });
}

async function refuseOtherSchema(client: PoolClient, manifest: Manifest) {
  const migration = await lastMigration(client);
  if (migration !== manifest.migration) {
    throw new Error(
      `The backup was made at migration ${manifest.migration}, the database is at ${migration}. Restore into a new database: npm run db:restore -- <folder> --replace`,
    );
  }
  const here = await listTables(client);
  const missing = manifest.tables.find(({ table }) => !here.some((other) => other.table === table));
  if (missing) throw new Error(`The backup has a table ${missing.table} that this version lacks.`);
}

/** Numbers that the database gives out go on after the highest that was copied in. */
async function setSequences(client: PoolClient) {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select attrelid::regclass::text as "table", quote_ident(attname) as "column",
      pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute join pg_class class on class.oid = attrelid
    where class.relkind = 'r' and attidentity <> '' and not attisdropped
      and relnamespace::regnamespace::text in ('public', 'graphile_worker')`);
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval('${sequence}', coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
    );
  }
}

async function compare(client: PoolClient, manifest: Manifest) {
  const found = new Map((await digestTables(client)).map((copy) => [copy.table, copy]));
  for (const { table, rows, sha256 } of manifest.tables) {
    const copy = found.get(table);
    if (copy?.rows !== rows || copy.sha256 !== sha256) {
      throw new Error(`${table} came out different from the backup.`);
    }
  }
}

async function onClient<T>(url: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const pool = createPool(url, { max: 1 });
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    // Closing the connection undoes what was not committed.
    client.release(true);
    await pool.end();
  }
}
