import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { accountFor } from "#db/embedded/account.ts";
import { isRunning } from "#db/embedded/initialise.ts";
import { makeParent, stopServer } from "#db/embedded/server.ts";

/**
 * Reference count of the embedded server: one file per process. The last process to leave stops the
 * server. After a kill the file names no process, and the server stays for the next one.
 */

export function usersFolder(folder: string): string {
  return `${folder}.users`;
}

/** Registers this process as a user of the server; call this before a start. */
export function joinServer(folder: string): void {
  makeParent(dirname(folder), accountFor(folder));
  mkdirSync(usersFolder(folder), { recursive: true });
  writeFileSync(processFile(folder, process.pid), "");
}

/** Removes this process, and stops the server if no other process uses it. */
export async function leaveServer(folder: string): Promise<void> {
  if (!listUsers(folder).includes(String(process.pid))) return;
  rmSync(processFile(folder, process.pid));
  for (const name of listUsers(folder)) {
    if (isRunning(Number(name))) return;
    rmSync(processFile(folder, name), { force: true });
  }
  await stopServer(folder);
}

function listUsers(folder: string): string[] {
  try {
    return readdirSync(usersFolder(folder));
  } catch {
    return [];
  }
}

function processFile(folder: string, pid: number | string) {
  return join(usersFolder(folder), String(pid));
}
