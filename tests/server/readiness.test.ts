import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { putDocument } from "#app/clients/documents.server.ts";
import { isReady } from "#app/server/readiness.server.ts";
import { forgetDiskFull } from "#app/observability/disk-space.server.ts";
import { report } from "#app/observability/report.server.ts";
import { documentsFolder } from "#db/documents-folder.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { waitUntil } from "#tests/support/concurrency.ts";
import { startServer } from "./test-server.ts";

const way = vi.hoisted(() => ({ out: false }));
vi.mock(import("#app/server/drain.server.ts"), async (original) => ({
  ...(await original()),
  isDraining: () => way.out,
}));

const disk = vi.hoisted(() => ({ full: false }));
vi.mock(import("node:fs/promises"), async (original) => {
  const files = await original();
  const writeFile: typeof files.writeFile = async (...args) => {
    if (disk.full) {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    }
    await files.writeFile(...args);
  };
  return { ...files, writeFile };
});

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true }));

const { db } = useTestDatabase();

const failure = (code: string) => Object.assign(new Error("It failed"), { code });

test("the service is ready if the database answers and has the newest migration", async () => {
  const { send } = await startServer((_request, response) => response.end());
  expect(await send({ path: "/readyz" })).toMatchObject({ status: 200, body: "ready\n" });
});

test("the service is not ready if a migration of this release is missing", async () => {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration)
    returning name, timestamp`.execute(db);
  const { send } = await startServer((_request, response) => response.end());
  expect(await send({ path: "/readyz" })).toMatchObject({ status: 503, body: "not ready\n" });
  expect(await send({ path: "/healthz" })).toMatchObject({ status: 200 });
  await sql`insert into kysely_migration values (${rows[0]!.name}, ${rows[0]!.timestamp})`.execute(
    db,
  );
  expect(await isReady()).toBe(true);
});

test("the service is not ready but alive while the process shuts down", async () => {
  way.out = true;
  onTestFinished(() => void (way.out = false));
  const { send } = await startServer((_request, response) => response.end());
  expect(await send({ path: "/readyz" })).toMatchObject({ status: 503, body: "not ready\n" });
  expect(await send({ path: "/healthz" })).toMatchObject({ status: 200 });
});

test("the service is not ready if the database takes more than a second", async () => {
  const lock = await db.startTransaction().execute();
  await sql`lock table kysely_migration`.execute(lock);
  expect(await isReady()).toBe(false);
  await lock.rollback().execute();
  await waitUntil(async () => expect(await isReady()).toBe(true));
});

test("the service is not ready after a write failed for lack of space, until there is space", async () => {
  await sql`
    create function disk_full() returns event_trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$`.execute(db);
  const fill = sql`
    create event trigger disk_full on ddl_command_start
    when tag in ('CREATE TABLE AS') execute function disk_full()`;
  expect(await isReady()).toBe(true);
  await fill.execute(db);
  expect(await isReady()).toBe(true);

  const failure = await sql`create temporary table a as select 1`
    .execute(db)
    .catch((e: unknown) => e);
  report(failure, { severity: "info" });
  expect(await isReady()).toBe(false);
  expect(await isReady()).toBe(false);

  await sql`drop event trigger disk_full`.execute(db);
  expect(await isReady()).toBe(true);
});

test("the service is not ready after a document could not be saved for lack of space, until there is space (SE-10)", async () => {
  const save = () => putDocument("test/a.pdf", new Uint8Array([1]));
  disk.full = true;
  onTestFinished(() => void (disk.full = false));
  const failure = await save().catch((error: unknown) => error);
  expect(await isReady()).toBe(true);
  report(failure, { severity: "info" });
  expect(await isReady()).toBe(false);
  expect(await isReady()).toBe(false);
  disk.full = false;
  expect(await isReady()).toBe(true);
  await save();
  expect(await readdir(documentsFolder())).toEqual(["test"]);
});

test.each([
  ["the database is starting up", failure("57P03"), 500, 503],
  ["the connection to the database was lost", new Error("Connection terminated"), 500, 503],
  ["the database has no room", failure("53100"), 500, 503],
  ["the documents have no room", failure("ENOSPC"), 500, 503],
  ["the error is our own", failure("23505"), 500, 500],
  ["the page did not need the database", failure("57P03"), 200, 200],
])(
  "a page whose route caught “%s” gets the status $3, a 503 only for the database or disk (SE-10)",
  async (_what, error, answered, status) => {
    const { send } = await startServer((_request, response) => {
      report(error, { severity: "info", what: "a test" });
      response.statusCode = answered;
      response.statusMessage = "As the route says";
      response.end("typed text");
    });
    const answer = await send({ headers: { Host: "localhost:3000" } });
    expect(answer).toMatchObject({ status, body: "typed text" });
    expect(answer.headers["retry-after"]).toBe(status === 503 ? "10" : undefined);
    forgetDiskFull();
  },
);

test("the service is not ready if it cannot connect to its database", async () => {
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing");
  const { isReady } = await import("#app/server/readiness.server.ts");
  expect(await isReady()).toBe(false);
});
