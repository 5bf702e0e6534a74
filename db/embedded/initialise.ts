import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "#db/embedded/account.ts";
import type { Binaries } from "#db/embedded/binaries.ts";

const run = promisify(execFile);
const halfMade = ".init-";

/** Environment variables of the server, without this machine's locale and time zone. */
export const serverEnvironment: NodeJS.ProcessEnv = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH,
  LC_ALL: "C",
  TZ: "UTC",
};

/**
 * Creates the data folder if it is missing. Creates it under a temporary name first, so that an
 * interruption leaves no half-made data folder.
 */
export async function initialise(
  folder: string,
  binaries: Binaries,
  account: Account | null,
  options: { durable: boolean },
) {
  sweepHalfMade(folder);
  if (existsSync(join(folder, "PG_VERSION"))) return;

  const half = `${folder}${halfMade}${process.pid}-${randomBytes(4).toString("hex")}`;
  mkdirSync(half, { mode: 0o700 });
  if (account) chownSync(half, account.uid, account.gid);
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${half}`,
        "--auth=trust",
        "--username=app",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
        "--no-instructions",
        ...(options.durable ? [] : ["--no-sync"]),
      ],
      { ...account, env: serverEnvironment, cwd: "/" },
    );
    renameSync(half, folder);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    // A process that started at the same time has created the folder first. Use that folder.
    if (existsSync(join(folder, "PG_VERSION"))) return;
    if (existsSync(folder)) {
      throw new Error(`${folder} has files but no database. Move the folder away and start again.`);
    }
    throw error;
  }
}

/**
 * Deletes the temporary folders of processes that have ended. Also deletes old ones, because a new
 * process may have the same id as the one that has ended.
 */
function sweepHalfMade(folder: string) {
  for (const name of readdirSync(dirname(folder))) {
    const [before, after] = name.split(halfMade);
    if (before !== basename(folder) || after === undefined) continue;
    const half = join(dirname(folder), name);
    const age = Date.now() - (statSync(half, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (isRunning(parseInt(after, 10)) && age < 10 * 60_000) continue;
    rmSync(half, { recursive: true, force: true });
  }
}

/** Returns true if there is a process with this id, whichever user it belongs to. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export function refuseOtherMajorVersion(folder: string, binaries: Binaries) {
  const found = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (found === binaries.major) return;
  throw new Error(
    `${folder} was made by PostgreSQL ${found}, but this installation has PostgreSQL ${binaries.major}. ` +
      "Back it up with the installation that made it (npm run db:backup), move the folder away, and run npm run db:restore.",
  );
}

/** Throws if the disk is nearly full, because PostgreSQL would stop in the middle of its work. */
export function refuseFullDisk(folder: string, megabytes: number) {
  const { bavail, bsize } = statfsSync(dirname(folder));
  const free = Math.floor((bavail * bsize) / 1024 / 1024);
  if (free >= megabytes) return;
  throw new Error(
    `Only ${free} MB are free on the disk of ${folder}. PostgreSQL needs at least ${megabytes} MB. Free some space and start again.`,
  );
}
