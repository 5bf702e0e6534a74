import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { dataFolder, isInFallbackFolder, socketUrl } from "#db/embedded/location.ts";
import { ensureServer, stopServer } from "#db/embedded/server.ts";
import { joinServer, leaveServer } from "#db/embedded/users.ts";
import { query } from "#tests/db/query.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { makeServerFolder } from "#tests/support/dedicated-server.ts";

const run = promisify(execFile);
let parent: string;
let folder: string;
let settings: { DATABASE_URL: string; DATA_DIR: string };

beforeAll(async () => {
  parent = await makeServerFolder("users-");
  const closed = join(parent, "closed");
  await mkdir(closed, { mode: 0o700 });
  settings = { DATABASE_URL: "", DATA_DIR: closed };
  vi.stubEnv("DATA_DIR", closed);
  folder = dataFolder();
  vi.unstubAllEnvs();
});

afterEach(() => stopServer(folder));
afterAll(() => rm(parent, { recursive: true }));

const isServerUp = () => existsSync(join(folder, "postmaster.pid"));
const readme = () => join(dirname(folder), "README.txt");

function command(name: string, ...args: string[]) {
  const env = { ...process.env, ...settings };
  return run(process.execPath, ["--import", "tsx", `db/commands/${name}.ts`, ...args], { env });
}

test("a command stops the PostgreSQL that it started, but “prepare” leaves it running for the service", async () => {
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("DOUBLES", "");
  await command("migrate");
  expect(isServerUp()).toBe(false);
  const { stdout } = await command("prepare");
  expect(isServerUp()).toBe(true);
  // A production database has no demonstration users.
  expect(await query(socketUrl(folder, "fanlight"), "select from users")).toEqual([]);
  // If the database’s files are in a different folder, the command names that folder. A README in
  // the folder names the service that the files belong to.
  vi.stubEnv("DATA_DIR", settings.DATA_DIR);
  // Only root starts PostgreSQL under a different account, which may have no access to DATA_DIR.
  expect(isInFallbackFolder()).toBe(process.getuid?.() === 0);
  expect(folder.startsWith(parent)).toBe(!isInFallbackFolder());
  if (isInFallbackFolder()) {
    expect(stdout).toContain(`The database’s files are in ${folder}, `);
    expect(await readFile(readme(), "utf8")).toContain(
      `This is the database of Fanlight in ${process.cwd()}.`,
    );
  }
});

test("the last service to exit cleanly stops PostgreSQL, even if another service was killed", async () => {
  await ensureServer(folder, { freeMegabytes: 200 });
  const [killed, last] = await Promise.all([start(), start()]);
  await killed.kill();
  // The command starts and ends while the last service is running.
  await command("migrate");
  expect(isServerUp()).toBe(true);
  await last.end("SIGINT");
  expect(isServerUp()).toBe(false);
});

test("a process that has not registered as a user of PostgreSQL does not stop it on exit", async () => {
  await ensureServer(folder, { freeMegabytes: 200 });
  await leaveServer(folder);
  expect(isServerUp()).toBe(true);
});

test("npm run db:stop -- --delete stops PostgreSQL and deletes its data, wherever the files are stored", async () => {
  await ensureServer(folder, { freeMegabytes: 200 });
  joinServer(folder);
  const { stdout } = await command("stop", "--delete");
  expect(stdout).toContain("The embedded PostgreSQL has stopped.\n");
  expect(stdout).toContain(`Deleted: ${folder}\n`);
  expect([folder, `${folder}.users`, readme()].filter(existsSync)).toEqual([]);
});

async function start() {
  const service = new BuiltService(await freePort(), {
    ...settings,
    DOUBLES: "true",
    WORKER: "off",
  });
  await service.start();
  return service;
}
