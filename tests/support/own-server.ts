import { existsSync, readdirSync, rmSync } from "node:fs";
import { chmod, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { stopServer } from "#db/embedded/server.ts";
import { nameOfCheckout } from "#tests/support/cluster.ts";

/** PostgreSQL servers of a test file's own, for tests that stop and kill them. All are in one folder. */
const folder = join(tmpdir(), `fanlight-servers-${nameOfCheckout()}`);

/** @returns a new folder in which a server may make its own */
export async function makeServerFolder(name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const parent = await mkdtemp(join(folder, name));
  // When the tests run as root, PostgreSQL runs as another user, whom mkdtemp and a strict umask shut out.
  for (const each of [folder, parent]) await chmod(each, 0o755);
  return parent;
}

/** Ends what test files that were killed left running. */
export async function stopOwnServers(): Promise<void> {
  if (!existsSync(folder)) return;
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (basename(path) === "postmaster.pid") await stopServer(dirname(join(folder, path)));
  }
  rmSync(folder, { recursive: true, force: true });
}
