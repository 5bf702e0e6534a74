import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chown, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { accountFor } from "#db/embedded/account.ts";
import { query } from "#tests/db/query.ts";
import { freePort } from "#tests/support/built-service.ts";

const run = promisify(execFile);
const PACKAGES = "/usr/lib/postgresql";
const ROLE = "app";

type Server = Awaited<ReturnType<typeof startOn>>;

/** Starts Debian’s PostgreSQL, which has the tools for a replica, as a separate server. */
export async function startPrimary(parent: string) {
  const bin = await findBinaries();
  const data = await makeFolder(parent, "primary");
  await asPostgres(join(bin, "initdb"), [
    "-D",
    data,
    "-U",
    ROLE,
    "--auth=trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
  ]);
  await appendFile(
    join(data, "postgresql.conf"),
    "\nwal_level = replica\nmax_wal_senders = 8\nhot_standby = on\n",
  );
  return await startOn(bin, data);
}

export async function startReplica(parent: string, primary: Server) {
  const bin = await findBinaries();
  const data = await makeFolder(parent, "replica");
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", ROLE];
  await asPostgres(join(bin, "pg_basebackup"), [
    "-D",
    data,
    "-R",
    "-X",
    "stream",
    "-c",
    "fast",
    ...from,
  ]);
  return await startOn(bin, data);
}

async function startOn(bin: string, data: string) {
  const port = await freePort();
  const url = (database: string) => `postgres://${ROLE}@127.0.0.1:${port}/${database}`;
  const options = [
    "-c",
    `port=${port}`,
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    `unix_socket_directories=${data}`,
  ];
  const spawnServer = () =>
    spawn(join(bin, "postgres"), ["-D", data, ...options], {
      stdio: "ignore",
      cwd: "/",
      ...accountFor(data),
    });
  const begin = async () => {
    let child = spawnServer();
    for (let attempt = 0; attempt < 600; attempt++) {
      if (await query(url("postgres"), "select 1").catch(() => null)) return child;
      // The last processes of a killed server hold its shared memory and block the next server.
      if (child.exitCode !== null) child = spawnServer();
      await pause(100);
    }
    throw new Error(`PostgreSQL does not start on ${data}`);
  };
  let child = await begin();
  const end = async (signal: "SIGKILL" | "SIGINT") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  return {
    port,
    url,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGINT"),
    async startAgain() {
      child = await begin();
    },
  };
}

async function findBinaries(): Promise<string> {
  const [newest] = (await readdir(PACKAGES).catch(() => [])).sort().reverse();
  if (!newest) throw new Error("PostgreSQL is missing: apt-get install postgresql");
  return join(PACKAGES, newest, "bin");
}

async function makeFolder(parent: string, name: string): Promise<string> {
  const data = join(parent, name);
  await mkdir(data, { mode: 0o700 });
  const account = accountFor(parent);
  if (account) await chown(data, account.uid, account.gid);
  return data;
}

async function asPostgres(program: string, args: readonly string[]) {
  const account = accountFor("/nonexistent");
  await run(program, [...args], { cwd: "/", ...account });
}
