import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#db/connection.ts";
import { createPool } from "#db/pool.ts";
import { preferReplica } from "#db/read-replica.ts";
import type { DB } from "#db/types.d.ts";
import { useTestDatabase } from "#tests/support/database.ts";

/**
 * Uses a second database as the replica, with a stand-in for its position. `npm run prove --
 * processes` tests a real replica.
 */

const { db, url } = useTestDatabase();
const pool = createPool(url);
const copy = createPool(url, {
  application_name: "the copy",
  options: "-c search_path=public,pg_catalog",
});

beforeAll(async () => {
  await sql`create table copy_has (lsn pg_lsn)`.execute(db);
  await sql`insert into copy_has values (null)`.execute(db);
  await sql`create function public.pg_last_wal_replay_lsn() returns pg_lsn language sql as 'select lsn from copy_has'`.execute(
    db,
  );
});
afterAll(() => Promise.all([pool.end(), copy.end()]));

async function answeringDatabase(readDb: Db): Promise<string | undefined> {
  const { rows } = await readDb.executeQuery<{ name: string }>(
    CompiledQuery.raw("select current_setting('application_name') as name"),
  );
  return rows[0]?.name;
}

const preferring = (from: typeof copy): Db =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: preferReplica(from, pool) }) });

const setReplicaPosition = (lsn: string | null) =>
  sql`update copy_has set lsn = ${lsn}::pg_lsn`.execute(db);

test.each([
  ["is ahead", "FFFFFFFF/0", "the copy"],
  ["cannot tell", null, "the copy"],
  ["is behind", "0/1", "fanlight"],
])("a query goes to the database $2 if the replica %s", async (_what, lsn, expected) => {
  await setReplicaPosition(lsn);
  expect(await answeringDatabase(preferring(copy))).toBe(expected);
});

test("a replica that was behind for a while is skipped, then used again", async () => {
  const readDb = preferring(copy);
  await setReplicaPosition("0/1");
  expect(await answeringDatabase(readDb)).toBe("fanlight");
  await setReplicaPosition("FFFFFFFF/0");
  expect(await answeringDatabase(readDb)).toBe("fanlight");
  const later = Date.now() + 6_000;
  const { now } = Date;
  Date.now = () => later;
  try {
    expect(await answeringDatabase(readDb)).toBe("the copy");
  } finally {
    Date.now = now;
  }
});

test("a query falls back to the primary database if the replica is down", async () => {
  const down = createPool("postgres://nobody@127.0.0.1:1/nothing");
  expect(await answeringDatabase(preferring(down))).toBe("fanlight");
  await down.end();
});
