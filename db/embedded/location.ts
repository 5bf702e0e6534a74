import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { accountFor, canReach } from "#db/embedded/account.ts";
import { dataPath } from "../data-path.ts";

/**
 * Returns the folder for the embedded server's data: "postgres" in .data, or in DATA_DIR if that is
 * set. If PostgreSQL's user has no access to it, for example in root's home, the folder is in
 * /var/tmp instead.
 */
export function dataFolder(): string {
  const folder = wantedFolder();
  return isInFallbackFolder() ? join(sharedFolder(folder), "postgres") : folder;
}

/**
 * Returns true if the data are in /var/tmp, because PostgreSQL's user has no access to the usual
 * folder.
 */
export function isInFallbackFolder(): boolean {
  const folder = wantedFolder();
  return !canReach(accountFor(folder), folder);
}

function wantedFolder() {
  return resolve(dataPath("postgres"));
}

/**
 * Returns a folder that every user has access to. Always returns the same folder for the same path.
 */
export function sharedFolder(path: string): string {
  return `/var/tmp/fanlight-${digest(path)}`;
}

/**
 * Returns the folder for the server's socket. It is short, because a socket's path can have at most
 * 107 characters.
 */
export function socketFolder(folder: string): string {
  return `/tmp/fanlight-${digest(folder)}`;
}

export function socketUrl(folder: string, database: string): string {
  return `postgres://app@localhost/${database}?host=${socketFolder(folder)}`;
}

function digest(path: string): string {
  return createHash("sha256").update(resolve(path)).digest("hex").slice(0, 16);
}
