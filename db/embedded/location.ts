import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { accountFor, canReach } from "#db/embedded/account.ts";
import { dataPath } from "../data-path.ts";

/**
 * Returns the data folder of the embedded server: .data/postgres, or in DATA_DIR. If PostgreSQL's
 * user cannot reach it, as in root's home, the folder is in /var/tmp.
 */
export function dataFolder(): string {
  const folder = wantedFolder();
  return isInFallbackFolder() ? join(sharedFolder(folder), "postgres") : folder;
}

/** Returns true if the data are in /var/tmp, because PostgreSQL cannot reach DATA_DIR. */
export function isInFallbackFolder(): boolean {
  const folder = wantedFolder();
  return !canReach(accountFor(folder), folder);
}

function wantedFolder() {
  return resolve(dataPath("postgres"));
}

/** Returns a folder that every user can reach, always equal for a path. */
export function sharedFolder(path: string): string {
  return `/var/tmp/fanlight-${digest(path)}`;
}

/** Returns the server's socket folder. A socket's path is limited to 107 characters. */
export function socketFolder(folder: string): string {
  return `/tmp/fanlight-${digest(folder)}`;
}

export function socketUrl(folder: string, database: string): string {
  return `postgres://app@localhost/${database}?host=${socketFolder(folder)}`;
}

function digest(path: string): string {
  return createHash("sha256").update(resolve(path)).digest("hex").slice(0, 16);
}
