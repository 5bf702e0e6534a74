import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { accountFor } from "#db/embedded/account.ts";
import { isRunning } from "#db/embedded/initialise.ts";
import { makeParent, stopServer } from "#db/embedded/server.ts";

/**
 * Who uses the embedded server: a file for each process, named after its number. The last one to leave stops the
 * server. A process that is killed cannot leave; its file then names nobody, and the server stays for the next.
 */

/** Where the users of the folder's server are listed. */
export function usersFolder(folder: string): string {
  return `${folder}.users`;
}

/** This process uses the server of the folder from now on: to be said before it is started or adopted. */
export function joinServer(folder: string): void {
  makeParent(dirname(folder), accountFor(folder));
  mkdirSync(usersFolder(folder), { recursive: true });
  writeFileSync(processFile(folder, process.pid), "");
}

/** This process, if it has joined, needs the server no more. When nobody else does, the server is stopped. */
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
