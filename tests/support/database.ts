import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { closeDatabase, type Db, db } from "#db/connection.ts";
import { clusterUrl, templateName } from "#tests/support/cluster.ts";
import { nameOfDatabase } from "#db/url.ts";

/**
 * A real, migrated, empty PostgreSQL database for one test file.
 *
 *     import { useTestDatabase } from "#tests/support/database.ts";
 *
 *     const { db } = useTestDatabase();
 *
 *     test("C-034 …", async () => {
 *       await db.insertInto("users").values({ … }).execute();
 *     });
 *
 * Call it once, at the top of the file. `db` is the very one that the product imports from
 * "#db/connection.ts", so route modules and domain functions see the same rows, in whatever order they
 * are imported. The database is copied from a template in about 20 ms and dropped after the last test;
 * tests of one file share it, and either make their own people or begin with `await emptyTables(db)`.
 */
export function useTestDatabase(): { db: Db; url: string } {
  const url = process.env.DATABASE_URL ?? "";
  const name = nameOfDatabase(url);

  beforeAll(() =>
    onServer(`create database "${name}" template "${templateName()}" strategy file_copy`),
  );

  afterAll(async () => {
    await closeDatabase();
    await onServer(`drop database "${name}" with (force)`);
  });

  return { db, url };
}

/**
 * Deletes every row and every waiting job, except what the migrations put there and the audit log, which lets nobody.
 * Deleting from forty tables that hold next to nothing takes a tenth of the time of truncating them; as a replica does
 * it, no trigger runs and no order is needed.
 */
export async function emptyTables(db: Db) {
  await sql`
    do $$ declare each regclass; begin
      set local session_replication_role = replica;
      for each in
        select oid from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
          and relname not like 'kysely_%' and relname not in ('products', 'admin_config', 'audit_log', 'audit_unsealed', 'audit_seals')
      loop
        execute format('delete from %s', each);
      end loop;
      delete from graphile_worker._private_jobs;
    end $$`.execute(db);
}

/** Changes what triggers would refuse, as a restore does it: to arrange what happened at another time, or never. */
export async function withoutTriggers(db: Db, work: (trx: Db) => Promise<unknown>) {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await work(trx);
  });
}

async function onServer(statement: string) {
  const server = new pg.Client({ connectionString: clusterUrl("postgres") });
  await server.connect();
  try {
    await server.query(statement);
  } finally {
    await server.end();
  }
}
