import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { closeDatabase, type Db, db } from "#db/connection.ts";
import { createDatabase, dropDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { type TableSnapshot, takeSnapshot } from "./table-snapshot.ts";

/** Statement that deletes the rows that migrations insert, because a fixture contains them. */
const EMPTY = `
  do $$ declare each regclass; begin
    for each in select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
    loop execute format('delete from %s', each); end loop;
  end $$;`;

type Upgrade = {
  /** Last migration of the old code. */
  from: string;
  /** Rows of the old code, from `pg_dump --data-only --inserts`. */
  fixture: URL;
};

type Upgraded = {
  db: Db;
  url: string;
  /** Snapshots before and after the later migrations. */
  snapshots: { before: TableSnapshot; after: TableSnapshot };
};

/**
 * Creates a database with the rows of older code and migrates it to the newest schema, for one test
 * file. `db` is the instance of "#db/connection.ts". Documents are in an empty folder.
 */
export function useUpgradedDatabase({ from, fixture }: Upgrade): Upgraded {
  const url = process.env.DATABASE_URL ?? "";
  const none = new Map<number, never>();
  const snapshots: Upgraded["snapshots"] = { before: none, after: none };
  let documents: string;

  beforeAll(async () => {
    documents = await mkdtemp(join(tmpdir(), "fanlight-upgrade-"));
    process.env.DATA_DIR = documents;
    await createDatabase(url);
    await migrate(url, from);
    const rows = await readFile(fixture, "utf8");
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      // In the replica role, PostgreSQL accepts the rows in any order and runs no triggers.
      await client.query(
        `begin; set local session_replication_role = replica; ${EMPTY} ${rows} commit`,
      );
      snapshots.before = await takeSnapshot(client);
      await migrate(url);
      snapshots.after = await takeSnapshot(client);
    } finally {
      await client.end();
    }
  });

  afterAll(async () => {
    await closeDatabase();
    await dropDatabase(url);
    await rm(documents, { recursive: true });
    delete process.env.DATA_DIR;
  });

  return { db, url, snapshots };
}
