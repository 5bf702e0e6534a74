import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { db } from "#db/connection.ts";
import { isDraining } from "./drain.server.ts";

const PATIENCE_MS = 1_000;

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
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return await Promise.race([isAtHead(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
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
