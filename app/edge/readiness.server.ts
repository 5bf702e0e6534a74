import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { forgetDiskFull, isDiskFull, wasDiskFull } from "#app/observability/disk-space.server.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { db } from "#db/connection.ts";
import { isDraining } from "./drain.server.ts";

const TIMEOUT_MS = 1_000;

let newest: Promise<string> | undefined;
let asking: Promise<boolean> | undefined;

/**
 * Whether this process should be sent visitors: its database answers within a second, at the schema this release was
 * made for, and has room to write, and it is not on its way out. Vendors do not count: pages work without them.
 */
export async function isReady(): Promise<boolean> {
  if (isDraining()) return false;
  // Many may ask at once; the database is asked once.
  asking ??= askDatabase().finally(() => (asking = undefined));
  return asking;
}

async function askDatabase() {
  try {
    return await withTimeout(isInOrder(), TIMEOUT_MS);
  } catch {
    return false;
  }
}

async function isInOrder() {
  return (await isAtHead()) && (!wasDiskFull() || (await hasRoomToWrite()));
}

/** Tried only after a write has failed, since a table of some hundred kilobytes is made for it and dropped again. */
async function hasRoomToWrite() {
  try {
    await sql`
      create temporary table room_to_write on commit drop as
      select md5(number::text) from generate_series(1, 5000) as number`.execute(db);
  } catch (error) {
    if (isDiskFull(error)) return false;
    // A role that may make no tables has to take the disk for what it was before.
  }
  forgetDiskFull();
  return true;
}

/** A database that is ahead is fine: the next release migrates it before it takes over. */
async function isAtHead() {
  newest ??= newestMigration();
  const { rows } = await sql`select from kysely_migration where name = ${await newest}`.execute(db);
  return rows.length === 1;
}

async function newestMigration() {
  const files = await readdir("migrations");
  return (
    files
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .at(-1)
      ?.replace(/\.ts$/, "") ?? ""
  );
}
