import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { socketUrl } from "#db/embedded/location.ts";

/** The server of the tests lives in memory where there is room for it, and loses nothing that matters. */
export function clusterFolder(): string {
  return join(memoryFolder() ?? tmpdir(), `fanlight-tests-${nameOfCheckout()}`, "postgres");
}

/** Tests of two checkouts run beside each other. */
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

/** A migrated database that is never used, only copied. Other migrations, another template. */
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
