/**
 * Processes that use the embedded server, with a file for each. The last process to leave stops the
 * server. The file of a process that was killed remains, and the server keeps running until the
 * next process leaves.
 */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { accountFor } from "#db/embedded/account.ts";
import { isRunning } from "#db/embedded/initialise.ts";
import { makeParent, stopServer } from "#db/embedded/server.ts";

export function usersFolder(folder: string): string {
  return `${folder}.users`;
}

/** Registers this process as a user of the server. Call this before starting the server. */
export function joinServer(folder: string): void {
  makeParent(dirname(folder), accountFor(folder));
  mkdirSync(usersFolder(folder), { recursive: true });
  writeFileSync(processFile(folder, process.pid), "");
}

/** Removes this process from the server's users. Stops the server if no other process uses it. */
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
