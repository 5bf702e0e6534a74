import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { accountFor, canReach } from "#db/embedded/account.ts";
import { dataPath } from "../data-path.ts";

/**
 * The folder of the embedded server: .data/postgres, or another DATA_DIR. Root's own home is closed to
 * the user PostgreSQL runs as; a project kept there has its data in /var/tmp instead.
 */
export function dataFolder(): string {
  const folder = wantedFolder();
  return isMoved() ? join(openFolder(folder), "postgres") : folder;
}

/** Whether the data is not where DATA_DIR says, because PostgreSQL could not reach it there. */
export function isMoved(): boolean {
  const folder = wantedFolder();
  return !canReach(accountFor(folder), folder);
}

function wantedFolder() {
  return resolve(dataPath("postgres"));
}

/** A folder in a place that every user can reach, the same for the same path every time. */
export function openFolder(path: string): string {
  return `/var/tmp/fanlight-${digest(path)}`;
}

/** Where the server listens. A socket's path may have no more than 107 characters, so it has its own short folder. */
export function socketFolder(folder: string): string {
  return `/tmp/fanlight-${digest(folder)}`;
}

export function socketUrl(folder: string, database: string): string {
  return `postgres://app@localhost/${database}?host=${socketFolder(folder)}`;
}

function digest(path: string): string {
  return createHash("sha256").update(resolve(path)).digest("hex").slice(0, 16);
}
