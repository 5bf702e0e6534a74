import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { type Db, openOn } from "#db/connection.ts";
import { socketUrl } from "#db/embedded/location.ts";
import { ensureServer, stopServer } from "#db/embedded/server.ts";
import { createDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { createPool } from "#db/pool.ts";
import { inboundMessage } from "#mocks/postmark-inbound.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { makeServerFolder } from "#tests/support/dedicated-server.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { waitUntil } from "#tests/support/concurrency.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { SteadyLoad } from "./steady-load.ts";

/** Fills the disks of PostgreSQL and of the documents completely under twenty requests a second. */

const FULL_MS = 20_000;
const settings = { freeMegabytes: 100 };

type Disk = Awaited<ReturnType<typeof mountSmallDisk>>;
let parent: string;
let folder: string;
let disks: { postgres: Disk; documents: Disk };
let service: BuiltService;
let db: Db;
let load: SteadyLoad;

beforeAll(async () => {
  parent = await makeServerFolder("disk-");
  disks = {
    postgres: await mountSmallDisk(join(parent, "database"), 300),
    documents: await mountSmallDisk(join(parent, "documents"), 4),
  };
  folder = join(parent, "database", "postgres");
  await ensureServer(folder, settings);
  const url = socketUrl(folder, "fanlight");
  await createDatabase(url);
  await migrate(url);
  db = openOn(createPool(url, { max: 2 }));
  service = new BuiltService(await freePort(), {
    DATABASE_URL: url,
    DOUBLES: "true",
    DATA_DIR: join(parent, "documents"),
  });
  await service.start();
  load = new SteadyLoad(service.base, 20);
  load.start();
});
afterAll(async () => {
  await load.stop();
  await service.kill();
  await db.destroy();
  await stopServer(folder);
  for (const disk of Object.values(disks)) await disk.end();
  await rm(parent, { recursive: true });
});

test("a full disk of PostgreSQL loses no accepted message, and the service recovers once there is space", async () => {
  const { pid } = service;
  await pause(3_000);
  const before = load.takenCount;
  const full = untilFull(disks.postgres);
  await waitUntil(async () => expect(await isReady()).toBe(false));
  await pause(FULL_MS);
  await full.end();
  const during = load.answers.length;
  await disks.postgres.makeRoom();
  // PostgreSQL may have stopped, because it had no space for its log. If so, this restarts it.
  const { adopted } = await ensureServer(folder, settings);
  const room = performance.now();
  await waitUntil(async () => expect(await isReady()).toBe(true));
  const ready = performance.now() - room;
  await pause(5_000);
  await load.stop();
  const after = load.answers.slice(during);
  const [lost, twice] = [await load.countLost(db), await load.countTwice(db)];
  recordFigure(
    `PostgreSQL's disk full for ${FULL_MS / 1_000} s, ${adopted ? "it went on" : "it ended and was started again"}: ` +
      `ready ${ready.toFixed(0)} ms after there was room; ${load.answers.length} requests, ${load.takenCount} messages taken: ${lost} lost, ${twice} twice`,
  );
  expect([lost, twice]).toEqual([0, 0]);
  expect(service.isRunning && service.pid === pid).toBe(true);
  expect(before).toBeGreaterThan(0);
  expect(after.some(({ status }) => status === 303)).toBe(true);
  expect(ready).toBeLessThan(10_000);
});

test("an email with a file is refused while the documents’ disk is full, leaves no partial file, and is accepted later", async () => {
  const message = JSON.stringify(letterWithFile());
  const room = await post(JSON.stringify(letterWithFile()));
  const kept = await listFiles();
  await disks.documents.fill();
  const full = await Promise.all([post(message), post(message), post(message)]);
  const halves = (await listFiles()).filter((file) => !kept.includes(file));
  await disks.documents.makeRoom();
  const after = await post(message);
  recordFigure(
    `the documents' disk full: ${full.join(", ")}, ${halves.length} halves left, then ${after}, and ${(await listFiles()).length} files`,
  );
  expect(room).toBe(200);
  expect(full.every((status) => status >= 500)).toBe(true);
  expect(halves).toEqual([]);
  expect(after).toBe(200);
  expect(await listFiles()).toHaveLength(kept.length + 1);
});

function untilFull(disk: Disk) {
  const over = new AbortController();
  const filling = (async () => {
    while (!over.signal.aborted) {
      await disk.fill();
      await pause(100);
    }
  })();
  const end = async () => {
    over.abort();
    await filling;
  };
  onTestFinished(end);
  return { end };
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`${service.base}/readyz`);
  return answer.ok;
}

function letterWithFile() {
  const text = `%PDF-1.4\n${crypto.randomUUID()}\n${"a page ".repeat(100_000)}`;
  return inboundMessage({
    from: "agent@example.com",
    to: env.INBOUND_EMAIL,
    subject: "The lease",
    text: "Here it is.",
    files: [{ name: "lease.pdf", type: "application/pdf", bytes: Buffer.from(text) }],
  });
}

async function post(body: string): Promise<number> {
  const password = env.POSTMARK_WEBHOOK_PASSWORD[0];
  const credentials = Buffer.from(`postmark:${password}`).toString("base64");
  const answer = await fetch(service.base + paths.webhooks.postmarkInbound(), {
    method: "POST",
    body,
    headers: { Authorization: `Basic ${credentials}` },
  });
  return answer.status;
}

async function listFiles(): Promise<string[]> {
  const found = await readdir(join(parent, "documents"), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name !== "ballast")
    .map((entry) => join(entry.parentPath, entry.name));
}
