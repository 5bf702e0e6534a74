import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { env } from "#app/platform/env.server.ts";
import { forgetDiskFull, isDiskFull, wasDiskFull } from "#app/observability/disk-space.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { db } from "#db/connection.ts";
import { documentsFolder } from "#db/documents-folder.ts";
import { isDraining } from "./drain.server.ts";

const TIMEOUT_MS = 1_000;

let newest: Promise<string> | undefined;
let asking: Promise<boolean> | undefined;

/**
 * Whether this process should be sent visitors: its database answers within a second, at the schema this release was
 * made for, it and the documents have room to write, and it is not on its way out. Vendors do not count: pages work without them.
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

/** Tried only after a write has failed, since some hundred kilobytes are written for it and deleted again. */
async function hasRoomToWrite() {
  if (!(await hasRoomForRows()) || !(await hasRoomForDocuments())) return false;
  forgetDiskFull();
  return true;
}

async function hasRoomForRows() {
  try {
    await sql`
      create temporary table room_to_write on commit drop as
      select md5(number::text) from generate_series(1, 5000) as number`.execute(db);
  } catch (error) {
    if (isDiskFull(error)) return false;
    // A role that may make no tables has to take the disk for what it was before.
  }
  return true;
}

/** A bucket has room. */
async function hasRoomForDocuments() {
  if (env.S3_BUCKET) return true;
  const folder = documentsFolder();
  const file = join(folder, `room-to-write-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, randomBytes(200_000));
    return true;
  } catch (error) {
    return !isDiskFull(error);
  } finally {
    await rm(file, { force: true });
  }
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
