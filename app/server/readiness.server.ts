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
 * Returns true if the load balancer should send visitors to this process. The database must answer
 * within a second and have the right schema, no disk may be full, and no shutdown may have started.
 * Vendors are not checked, because pages work without them.
 */
export async function isReady(): Promise<boolean> {
  if (isDraining()) return false;
  // Checks that arrive at the same time share one query.
  asking ??= checkDatabase().finally(() => (asking = undefined));
  return asking;
}

async function checkDatabase() {
  try {
    return await withTimeout(isHealthy(), TIMEOUT_MS);
  } catch {
    return false;
  }
}

async function isHealthy() {
  return (await isAtHead()) && (!wasDiskFull() || (await hasRoomToWrite()));
}

/**
 * Returns true if the disks have room for rows and documents. Called only after a write has failed
 * because a disk was full, because this check itself writes a few hundred kilobytes.
 */
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
    // The database role is not allowed to create tables, so assume that there is room.
  }
  return true;
}

/** Returns true if the folder for documents has room. Always true for a bucket. */
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

/**
 * Returns true if the database has the newest migration of this release. It may have later ones
 * too, because the next release migrates before it takes over.
 */
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
