import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canReach } from "#db/embedded/account.ts";
import { socketUrl } from "#db/embedded/location.ts";
import { ensureServer, stopServer } from "#db/embedded/server.ts";
import { query } from "#tests/db/query.ts";
import { makeServerFolder } from "#tests/support/dedicated-server.ts";

// These tests run in order. Each starts from the state that the previous one left.
const options = { freeMegabytes: 1 };
let parent: string;
let folder: string;

beforeAll(async () => {
  parent = await makeServerFolder("an embedded ");
  folder = join(parent, "data", "postgres");
});

afterAll(async () => {
  await stopServer(folder);
  await rm(parent, { recursive: true });
});

async function ask(text: string) {
  return await query(socketUrl(folder, "postgres"), text);
}

async function pidInFile(): Promise<string | undefined> {
  return (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0];
}

test("a first start cleans up after an interrupted one, and two parallel starts share one server", async () => {
  const nobody = 4_194_303;
  await mkdir(`${folder}.init-${nobody}`, { recursive: true });
  await writeFile(join(`${folder}.init-${nobody}`, "PG_VERSION"), "17");

  const starts = await Promise.all([ensureServer(folder, options), ensureServer(folder, options)]);

  expect(starts[0].pid).toBe(starts[1].pid);
  expect(await readdir(join(parent, "data"))).toEqual(["postgres"]);
});

test("the embedded server listens only on its socket and keeps query values out of its log", async () => {
  expect(await ask("show listen_addresses")).toEqual([{ listen_addresses: "" }]);
  await expect(ask("select 'ada@example.com'::int")).rejects.toThrow();
  expect(await readFile(join(folder, "server.log"), "utf8")).not.toContain("select 'ada");
});

test("a start adopts a running server", async () => {
  expect(await ensureServer(folder, options)).toEqual({
    adopted: true,
    pid: Number(await pidInFile()),
  });
});

test("a start after kill -9 recovers committed data", async () => {
  await ask("create table kept (word text)");
  await ask("insert into kept values ('fanlight')");
  process.kill(Number(await pidInFile()), "SIGKILL");

  expect((await ensureServer(folder, options)).adopted).toBe(false);
  expect(await ask("select word from kept")).toEqual([{ word: "fanlight" }]);
});

test("a start removes a pid file that names an unrelated process", async () => {
  await stopServer(folder);
  const stranger = spawn("sleep", ["60"]);
  await writeFile(
    join(folder, "postmaster.pid"),
    [stranger.pid, folder, 1, 5432, "/tmp", "", "1 1", "ready"].join("\n"),
    { mode: 0o644 },
  );
  try {
    expect((await ensureServer(folder, options)).adopted).toBe(false);
    expect(await ask("select word from kept")).toEqual([{ word: "fanlight" }]);
  } finally {
    stranger.kill();
  }
});

test("a start refuses a different major version and a full disk with a clear message", async () => {
  await stopServer(folder);
  await expect(ensureServer(folder, { freeMegabytes: 1e12 })).rejects.toThrow(/MB are free/);

  await writeFile(join(folder, "PG_VERSION"), "16\n");
  await expect(ensureServer(folder, options)).rejects.toThrow(
    /was made by PostgreSQL 16, but this installation has PostgreSQL 17\. Back it up/,
  );
  await writeFile(join(folder, "PG_VERSION"), "17\n");
  expect(existsSync(join(folder, "postmaster.pid"))).toBe(false);
  expect(await stopServer(folder)).toBe(false);
});

test("a start does not touch a folder that has other files", async () => {
  const other = join(parent, "data", "other");
  await mkdir(other);
  await writeFile(join(other, "letter.txt"), "mine");
  await expect(ensureServer(other, options)).rejects.toThrow(/has files but no database/);
  expect(await readdir(other)).toEqual(["letter.txt"]);
});

test("another account cannot reach a folder inside a closed home folder", async () => {
  const closed = join(parent, "home");
  await mkdir(closed, { mode: 0o700 });
  expect(canReach({ uid: 65_534, gid: 65_534 }, join(closed, "project", ".data"))).toBe(false);
  expect(canReach({ uid: 65_534, gid: 65_534 }, join(parent, "data"))).toBe(true);
  expect(canReach(null, join(closed, "project"))).toBe(true);
});
