import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { withTimeout } from "#app/with-timeout.ts";
import { db } from "#db/connection.ts";
import { isDraining } from "./drain.server.ts";

const TIMEOUT_MS = 1_000;

let newest: Promise<string> | undefined;
let asking: Promise<boolean> | undefined;

/**
 * Whether this process should be sent visitors: its database answers within a second, at the schema this release was
 * made for, and it is not on its way out. Vendors do not count: pages work without them.
 */
export async function isReady(): Promise<boolean> {
  if (isDraining()) return false;
  // Many may ask at once; the database is asked once.
  asking ??= askDatabase().finally(() => (asking = undefined));
  return asking;
}

async function askDatabase() {
  try {
    return await withTimeout(isAtHead(), TIMEOUT_MS);
  } catch {
    return false;
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
