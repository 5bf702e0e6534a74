import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { socketUrl } from "#db/embedded/location.ts";

/**
 * Returns the folder of the PostgreSQL that the tests use. It is in memory if there is enough room.
 */
export function clusterFolder(): string {
  return join(memoryFolder() ?? tmpdir(), `fanlight-tests-${nameOfCheckout()}`, "postgres");
}

/** Returns a name for this checkout, because tests of two checkouts may run in parallel. */
export function nameOfCheckout(): string {
  return digest(resolve(".")).slice(0, 12);
}

function memoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= 256 * 1024 * 1024 ? "/dev/shm" : null;
  } catch {
    return null;
  }
}

/** Returns the name of the migrated template database. The name depends on the migrations. */
export function templateName(): string {
  const names = readdirSync("migrations").sort();
  return `template_${digest(names.map((name) => readFileSync(join("migrations", name))).join("\n")).slice(0, 12)}`;
}

export function clusterUrl(database: string): string {
  return socketUrl(clusterFolder(), database);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
