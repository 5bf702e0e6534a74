import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Account, accountFor } from "#db/embedded/account.ts";
import { type Binaries, readyBinaries } from "#db/embedded/binaries.ts";
import {
  initialise,
  refuseFullDisk,
  refuseOtherMajorVersion,
  serverEnvironment,
} from "#db/embedded/initialise.ts";
import { socketFolder } from "#db/embedded/location.ts";

const run = promisify(execFile);

/**
 * Time limits in milliseconds for a server to answer and to start. Before it answers, a server may
 * have to recover from a crash, or wait for processes of a killed server.
 */
const TIMEOUTS = { answering: 60_000, starting: 15_000 };

type Running = { adopted: boolean; pid: number };

/**
 * Starts a PostgreSQL server for a data folder. If one is already running, returns it (`adopted`).
 * The server keeps running after this process ends. Set `durable` to false for data that may be
 * lost, in tests.
 */
export async function ensureServer(
  folder: string,
  options: { durable?: boolean; freeMegabytes?: number; sharedBuffers?: string } = {},
): Promise<Running> {
  const { durable = true, freeMegabytes = 500, sharedBuffers = "128MB" } = options;
  if (process.platform === "win32") {
    throw new Error("On Windows, run Fanlight inside WSL, or set DATABASE_URL.");
  }
  const account = accountFor(folder);
  const running = await answering(folder);
  if (running) return { adopted: true, pid: running };

  const binaries = readyBinaries(account);
  makeParent(dirname(folder), account);
  refuseFullDisk(folder, freeMegabytes);
  refuseOtherOwner(folder);
  await initialise(folder, binaries, account, { durable });
  refuseOtherMajorVersion(folder, binaries);
  return await start({ folder, binaries, account, durable, sharedBuffers });
}

export async function stopServer(folder: string): Promise<boolean> {
  const account = accountFor(folder);
  const binaries = readyBinaries(account);
  removeStalePid(folder);
  if (!existsSync(folder) || !(await exists(folder, binaries, account))) return false;
  try {
    const stop = ["stop", "-D", folder, "-m", "fast", "-w", "-s"];
    await run(binaries.pg_ctl, stop, { ...account, cwd: "/" });
  } catch (error) {
    // pg_ctl fails if the server was killed just before, so check whether the server still exists.
    if (await exists(folder, binaries, account)) throw error;
  }
  rmSync(socketFolder(folder), { recursive: true, force: true });
  return true;
}

type Start = {
  folder: string;
  binaries: Binaries;
  account: Account | null;
  durable: boolean;
  sharedBuffers: string;
};

async function start(options: Start): Promise<Running> {
  const { folder, binaries, account } = options;
  const began = Date.now();
  const log = join(folder, "server.log");
  for (;;) {
    const waited = Date.now() - began;
    removeStalePid(folder);
    if (await exists(folder, binaries, account)) {
      const pid = await answering(folder);
      if (pid) return { adopted: true, pid };
      if (waited > TIMEOUTS.answering) {
        throw new Error(`PostgreSQL is running but not responding.\n${lastLines(log)}`);
      }
      await pause(100);
      continue;
    }
    makeSocketFolder(folder, account);
    try {
      await run(
        binaries.pg_ctl,
        ["start", "-D", folder, "-w", "-t", "60", "-s", "-l", log, "-o", settings(options)],
        { ...account, env: serverEnvironment, cwd: "/" },
      );
      const pid = await answering(folder);
      if (pid) return { adopted: false, pid };
    } catch (error) {
      if (waited > TIMEOUTS.starting && !(await exists(folder, binaries, account))) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(`PostgreSQL did not start. ${message}\n${lastLines(log)}`);
      }
    }
    await pause(150);
  }
}

function settings({ folder, durable, sharedBuffers }: Start): string {
  return [
    "listen_addresses=",
    "port=5432",
    `unix_socket_directories=${socketFolder(folder)}`,
    "unix_socket_permissions=0700",
    "max_connections=100",
    `shared_buffers=${sharedBuffers}`,
    // Don't log the text of a failed statement, because it contains what a user entered.
    "log_min_error_statement=panic",
    "log_error_verbosity=terse",
    ...(durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
  ]
    .map((setting) => `-c ${setting}`)
    .join(" ");
}

/** Returns the process id of the folder's server if the server answers; otherwise null. */
async function answering(folder: string): Promise<number | null> {
  const { pid, ready } = readPidFile(folder);
  if (!ready || !isServerIn(folder, pid)) return null;
  return (await accepts(join(socketFolder(folder), ".s.PGSQL.5432"))) ? pid : null;
}

/**
 * Returns true if the server answers. Asks it for encryption, because a server that is shutting
 * down may still accept a connection but no longer answer.
 */
function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const end = (answered: boolean) => {
      connection.destroy();
      resolve(answered);
    };
    connection
      .once("connect", () => connection.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))
      .once("data", () => end(true))
      .once("error", () => end(false))
      .once("close", () => end(false))
      .setTimeout(2_000, () => end(false));
  });
}

async function exists(folder: string, binaries: Binaries, account: Account | null) {
  try {
    await run(binaries.pg_ctl, ["status", "-D", folder], { ...account, cwd: "/" });
    return true;
  } catch {
    return false;
  }
}

function readPidFile(folder: string): { pid: number; ready: boolean } {
  try {
    const lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === "ready" };
  } catch {
    return { pid: 0, ready: false };
  }
}

/**
 * Deletes a pid file that a dead server has left behind. PostgreSQL would mistake any process with
 * that id for a running server.
 */
function removeStalePid(folder: string) {
  const { pid } = readPidFile(folder);
  if (pid && !isServerIn(folder, pid)) rmSync(join(folder, "postmaster.pid"), { force: true });
}

/**
 * Returns true if a process is the server of a folder. On Linux, checks the process's command; on
 * other systems, trusts the pid file.
 */
function isServerIn(folder: string, pid: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return command.some((word) => word.includes("postgres")) && command.includes(folder);
  } catch {
    return false;
  }
}

function refuseOtherOwner(folder: string) {
  const uid = process.getuid?.();
  const owner = lstatSync(folder, { throwIfNoEntry: false })?.uid ?? uid;
  if (uid === 0 || owner === uid) return;
  throw new Error(
    `${folder} belongs to another user of this machine. Run the command as that user, or move the folder away.`,
  );
}

/**
 * Creates the parent folder. If root creates it under a strict umask, makes it accessible to
 * PostgreSQL's user.
 */
export function makeParent(parent: string, account: Account | null) {
  if (mkdirSync(parent, { recursive: true }) !== undefined && account) chmodSync(parent, 0o755);
}

/**
 * Creates the folder for the socket. Throws if another user of this machine has created it,
 * because that user could intercept our connections.
 */
function makeSocketFolder(folder: string, account: Account | null) {
  const socket = socketFolder(folder);
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  const found = lstatSync(socket);
  const allowed = [account?.uid, process.getuid?.()];
  if (!found.isDirectory() || !allowed.includes(found.uid)) {
    throw new Error(
      `${socket} belongs to another user of this machine. Remove it and start again.`,
    );
  }
  if (account) chownSync(socket, account.uid, account.gid);
}

function lastLines(log: string): string {
  if (!existsSync(log)) return "";
  return readFileSync(log, "utf8").trimEnd().split("\n").slice(-6).join("\n");
}
