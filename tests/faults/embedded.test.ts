import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { dataFolder, isMoved, socketUrl } from "#db/embedded/location.ts";
import { ensureServer, stopServer } from "#db/embedded/server.ts";
import { joinServer, leaveServer } from "#db/embedded/users.ts";
import { query } from "#tests/db/query.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { makeServerFolder } from "#tests/support/own-server.ts";

const run = promisify(execFile);
let parent: string;
let folder: string;
let settings: { DATABASE_URL: string; DATA_DIR: string };

beforeAll(async () => {
  parent = await makeServerFolder("users-");
  folder = join(parent, "postgres");
  settings = { DATABASE_URL: "", DATA_DIR: parent };
});

afterEach(() => stopServer(folder));
afterAll(() => rm(parent, { recursive: true }));

const isServerUp = () => existsSync(join(folder, "postmaster.pid"));

function command(name: string, change: Partial<typeof settings> = {}, ...args: string[]) {
  const env = { ...process.env, ...settings, ...change };
  return run(process.execPath, ["--import", "tsx", `db/commands/${name}.ts`, ...args], { env });
}

test("a command stops the server that it has started, and the one that prepares for the service does not", async () => {
  await command("migrate");
  expect(isServerUp()).toBe(false);
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("DOUBLES", "");
  await command("prepare");
  expect(isServerUp()).toBe(true);
  // And in production nobody of the demonstration is let in.
  expect(await query(socketUrl(folder, "fanlight"), "select from users")).toEqual([]);
});

test("the last service that ends in good order stops the server, and one that was killed counts as nobody", async () => {
  await ensureServer(folder, { freeMegabytes: 200 });
  const [first, second, last] = await Promise.all([start(), start(), start()]);
  await first.kill();
  await second.end("SIGTERM");
  expect(isServerUp()).toBe(true);
  await command("migrate");
  expect(isServerUp()).toBe(true);
  await last.end("SIGINT");
  expect(isServerUp()).toBe(false);
});

test("who has not joined stops nothing by leaving", async () => {
  await ensureServer(folder, { freeMegabytes: 200 });
  await leaveServer(folder);
  expect(isServerUp()).toBe(true);
});

test("npm run db:stop -- --delete takes away the server with its data", async () => {
  await ensureServer(folder, { freeMegabytes: 200 });
  joinServer(folder);
  const { stdout } = await command("stop", {}, "--delete");
  expect(stdout).toContain("The embedded PostgreSQL is stopped.\n");
  expect(stdout).toContain(`Deleted: ${folder}\n`);
  expect([folder, `${folder}.users`].filter(existsSync)).toEqual([]);
});

test("files that PostgreSQL could not reach in their place say where they are and whose, and go with the rest", async () => {
  const closed = join(parent, "closed");
  await mkdir(closed, { mode: 0o700 });
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("DOUBLES", "");
  vi.stubEnv("DATA_DIR", closed);
  const there = dataFolder();
  // Only root starts PostgreSQL as somebody else, to whom a folder can be closed.
  expect(isMoved()).toBe(process.getuid?.() === 0);
  expect(there.startsWith(closed)).toBe(!isMoved());
  const { stdout } = await command("prepare", { DATA_DIR: closed });
  const readme = join(dirname(there), "README.txt");
  if (isMoved()) {
    expect(stdout).toContain(`The database's files are in ${there}: `);
    expect(await readFile(readme, "utf8")).toContain(
      `The database of Fanlight in ${process.cwd()}.`,
    );
  }
  const { stdout: said } = await command("stop", { DATA_DIR: closed }, "--delete");
  expect(said).toContain(`Deleted: ${there}\n`);
  expect([there, `${there}.users`, readme].filter(existsSync)).toEqual([]);
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
