import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { isReady } from "#app/edge/readiness.server.ts";
import { report } from "#app/observability/report.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/waiting.ts";
import { startEdge } from "./edge-server.ts";

const way = vi.hoisted(() => ({ out: false }));
vi.mock(import("#app/edge/drain.server.ts"), async (original) => ({
  ...(await original()),
  isDraining: () => way.out,
}));

const { db } = useTestDatabase();

test("ready: the database answers, at the newest migration", async () => {
  const { send } = await startEdge((_request, response) => response.end());
  expect(await send({ path: "/readyz" })).toMatchObject({ status: 200, body: "ready\n" });
});

test("not ready: a migration of this release is missing", async () => {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration)
    returning name, timestamp`.execute(db);
  const { send } = await startEdge((_request, response) => response.end());
  expect(await send({ path: "/readyz" })).toMatchObject({ status: 503, body: "not ready\n" });
  expect(await send({ path: "/healthz" })).toMatchObject({ status: 200 });
  await sql`insert into kysely_migration values (${rows[0]!.name}, ${rows[0]!.timestamp})`.execute(
    db,
  );
  expect(await isReady()).toBe(true);
});

test("not ready: the process is on its way out, and is alive all the same", async () => {
  way.out = true;
  onTestFinished(() => void (way.out = false));
  const { send } = await startEdge((_request, response) => response.end());
  expect(await send({ path: "/readyz" })).toMatchObject({ status: 503, body: "not ready\n" });
  expect(await send({ path: "/healthz" })).toMatchObject({ status: 200 });
});

test("not ready: the database takes more than a second", async () => {
  const lock = await db.startTransaction().execute();
  await sql`lock table kysely_migration`.execute(lock);
  expect(await isReady()).toBe(false);
  await lock.rollback().execute();
  await until(async () => expect(await isReady()).toBe(true));
});

test("D12 not ready: a write has failed for want of space, until there is some", async () => {
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
  // Nobody has tried to write yet.
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

test("not ready: there is no database", async () => {
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing");
  const { isReady } = await import("#app/edge/readiness.server.ts");
  expect(await isReady()).toBe(false);
});
