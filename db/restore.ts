import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { RESTORATIONS } from "#migrations/0032_restorations.ts";
import { saveAccess, restoreAccess } from "#db/access.ts";
import { digestTables, tableFile, lastMigration, listTables, measureRows } from "#db/backup.ts";
import {
  checkDocuments,
  type DocumentPlace,
  findMissing,
  restoreDocuments,
} from "#db/documents.ts";
import { type Manifest, readManifest } from "#db/manifest.ts";
import { migrate } from "#db/migrate.ts";
import { onClient } from "#db/pool.ts";

type Restored = {
  rows: number;
  emails: number;
  documents: number;
  missing: string[];
  /** True if we know which users were deactivated after the backup. */
  access_known: boolean;
};

/**
 * Fills an empty database from a backup. Migrates the database to the backup's schema, copies and
 * verifies every table, migrates to the newest schema and restores the documents. This signs
 * everyone out. The service sends no emails and orders nothing until an administrator ends the
 * review. The database role needs no rights except to own the database.
 * @param options.replace true to empty the database first, after verifying the backup
 * @throws {Error} if the database already has users, the backup is missing or damaged, or a copied
 *   table differs from the backup
 */
export async function restore(
  url: string,
  folder: string,
  place: DocumentPlace,
  { replace = false } = {},
): Promise<Restored> {
  const manifest = await readManifest(folder);
  await checkFiles(folder, manifest);
  if (replace) {
    await saveAccess(url, folder);
    await clearDatabase(url);
  }
  await refuseUsed(url);
  await migrate(url, manifest.migration);
  const copied = await copyIn(url, folder, manifest);
  await migrate(url);
  await restoreDocuments(folder, manifest.documents, place);
  return {
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    ...copied,
    documents: manifest.documents.length,
    missing: await findMissing(url, place),
  };
}

/**
 * Drops everything in a database, instead of the database itself, because the role may not be
 * allowed to create one.
 */
export async function clearDatabase(url: string): Promise<void> {
  await onClient(url, async (client) => {
    await client.query(`set lock_timeout = '10s'`);
    await client.query("begin");
    await client.query("drop schema if exists graphile_worker cascade");
    await client.query("drop schema if exists public cascade");
    await client.query("create schema public");
    await client.query("commit");
  });
}

/** Throws an Error that names the file if a file of a backup does not match its manifest. */
async function checkFiles(folder: string, { tables, documents }: Manifest) {
  for (const { table, rows, sha256 } of tables) {
    const measure = measureRows();
    const nowhere = new Writable({ write: (_, __, done) => done() });
    await pipeline(readRows(folder, table), createGunzip(), measure.stream, nowhere);
    const found = measure.result();
    if (found.rows !== rows || found.sha256 !== sha256) {
      throw new Error(`${tableFile(table)} does not match its manifest. The backup is damaged.`);
    }
  }
  await checkDocuments(folder, documents);
}

function readRows(folder: string, table: string) {
  return createReadStream(join(folder, tableFile(table)));
}

async function refuseUsed(url: string) {
  await onClient(url, async (client) => {
    const { rows } = await client.query<{ made: boolean }>(
      "select to_regclass('public.users') is not null as made",
    );
    if (!rows[0]?.made) return;
    const { rowCount } = await client.query("select from users limit 1");
    if (rowCount)
      throw new Error("The database already has people in it. Restore into an empty database.");
  });
}

async function copyIn(url: string, folder: string, manifest: Manifest) {
  return onClient(url, async (client) => {
    await refuseOtherSchema(client, manifest);
    await client.query("begin");
    const checkAgain = await suspendChecks(client);
    await client.query(`truncate ${manifest.tables.map(({ table }) => table).join(", ")}`);
    for (const { table, columns } of manifest.tables) {
      await pipeline(
        readRows(folder, table),
        createGunzip(),
        client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`)),
      );
    }
    await compare(client, manifest);
    await checkAgain();
    await setSequences(client);
    const emails = await markEmailsInterrupted(client, manifest);
    await skipMissedSchedules(client);
    const access_known = await restoreAccess(client, folder, manifest);
    await client.query(RESTORATIONS);
    await client.query("insert into restorations (backup_made_at, access_known) values ($1, $2)", [
      manifest.made_at,
      access_known,
    ]);
    await client.query("commit");
    return { emails, access_known };
  });
}

/**
 * Allows rows to be copied in any order. Disables triggers, because the rows are already
 * consistent, and checks foreign keys later. The role only needs to own the tables. Returns a
 * function that checks the foreign keys and undoes all this. Call it before the commit.
 */
async function suspendChecks(client: PoolClient): Promise<() => Promise<void>> {
  const tables = await listTables(client);
  const { rows: keys } = await client.query<{ table: string; name: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name
    from pg_constraint
    where contype = 'f' and not condeferrable
      and connamespace::regnamespace::text in ('public', 'graphile_worker')`);
  const alterAll = async (triggers: "enable" | "disable", deferrable: string) => {
    for (const { table } of tables) {
      await client.query(`alter table ${table} ${triggers} trigger user`);
    }
    for (const { table, name } of keys) {
      await client.query(`alter table ${table} alter constraint ${name} ${deferrable}`);
    }
  };
  await alterAll("disable", "deferrable initially deferred");
  return async () => {
    await client.query("set constraints all immediate");
    await alterAll("enable", "not deferrable");
  };
}

/** Days for which we rely on Postmark to know a message. It deletes messages after 45 days. */
const POSTMARK_KNOWS_DAYS = 40;

/**
 * Marks emails that were waiting as interrupted, because they may have been sent after the backup.
 * The worker then asks Postmark about them before it sends any. If the backup is too old for that,
 * marks them as failed. Returns their number.
 */
async function markEmailsInterrupted(client: PoolClient, { made_at }: Manifest): Promise<number> {
  const { rowCount } = await client.query(
    `update email_log set (status, last_error) = (
       case when $1::timestamptz > now() - make_interval(days => $2) then 'sending' else 'failed' end,
       'restored from a backup: it may have been sent since')
     where status in ('queued', 'sending')`,
    [made_at, POSTMARK_KNOWS_DAYS],
  );
  return rowCount ?? 0;
}

/**
 * Makes the job queue skip scheduled jobs that were due after the backup, because the service ran
 * them before the restore.
 */
async function skipMissedSchedules(client: PoolClient) {
  await client.query("update graphile_worker._private_known_crontabs set last_execution = now()");
}

async function refuseOtherSchema(client: PoolClient, manifest: Manifest) {
  const migration = await lastMigration(client);
  if (migration !== manifest.migration) {
    throw new Error(
      `The backup was made at migration ${manifest.migration}, but the database is at ${migration}. Restore into a new database: npm run db:restore -- <folder> --replace`,
    );
  }
  const here = await listTables(client);
  const missing = manifest.tables.find(({ table }) => !here.some((other) => other.table === table));
  if (missing)
    throw new Error(`The backup has a table ${missing.table} that this version does not have.`);
}

/** Sets each sequence to the highest value that was copied. */
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
      throw new Error(`${table} does not match the backup after the restore.`);
    }
  }
}
