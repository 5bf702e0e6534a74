import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { measureMemoryMb } from "#tests/bench/load.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { createPaidSale } from "#tests/support/documents.ts";
import { Visitor } from "#tests/support/http-visitor.ts";
import { recordFigure } from "#tests/support/proof.ts";

const UPLOADS = 50;
const FILE_BYTES = 20 * 1024 * 1024;
const MAX_MEMORY_MB = 300;
const MAX_WAIT_MS = 1_000;

const run = promisify(execFile);
const { db } = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "uploads-"));
let service: BuiltService;
let sales: Awaited<ReturnType<typeof createPaidSale>>[];

beforeAll(async () => {
  service = new BuiltService(await freePort(), {
    DOUBLES: "true",
    WORKER: "off",
    DATA_DIR: folder,
  });
  await service.start();
  sales = [];
  for (let count = 0; count < UPLOADS; count++) sales.push(await createPaidSale(db));
  await upload(sales.slice(0, 5), 1_000);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test(`${UPLOADS} uploads of 20 MB at once leave the service below ${MAX_MEMORY_MB} MB and fast for others`, async () => {
  let most = measureMemoryMb(service.pid);
  const before = most;
  const clock = setInterval(() => {
    most = Math.max(most, measureMemoryMb(service.pid));
  }, 20);
  const began = performance.now();
  const uploading = upload(sales, FILE_BYTES);
  const waits = await askUntil(uploading);
  const statuses = await uploading;
  clearInterval(clock);
  const seconds = (performance.now() - began) / 1_000;
  const slowest = Math.max(...waits);
  recordFigure(
    `${UPLOADS} uploads in ${seconds.toFixed(0)} s: at most ${most.toFixed(0)} MB (${before.toFixed(0)} before), the slowest of ${waits.length} other pages took ${slowest.toFixed(0)} ms`,
  );
  expect(statuses).toEqual(Array<number>(UPLOADS).fill(303));
  expect(most).toBeLessThan(MAX_MEMORY_MB);
  expect(slowest).toBeLessThan(MAX_WAIT_MS);
  expect(readdirSync(join(folder, "uploads"))).toEqual([]);
  const { count } = await db
    .selectFrom("documents")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("size_bytes", "=", FILE_BYTES)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(UPLOADS);
});

/** Opens another page again and again until the uploads have ended. Returns the times in ms. */
async function askUntil(uploading: Promise<unknown>) {
  const visitor = new Visitor(service.base);
  const waits: number[] = [];
  const over = new AbortController();
  const end = () => over.abort();
  uploading.then(end, end);
  while (!over.signal.aborted) {
    waits.push((await visitor.get(`${paths.signIn()}?${waits.length}`)).ms);
    await pause(50);
  }
  return waits;
}

/** Uploads a PDF of this size to each sale at once. Returns the statuses of the answers. */
async function upload(to: typeof sales, bytes: number): Promise<unknown> {
  const targets = to.map(({ id, seller }) => ({
    path: paths.dashboard.documents("sell", id),
    cookie: seller.cookie,
  }));
  const job = JSON.stringify({ origin: service.base, bytes, targets });
  const { stdout } = await run(process.execPath, ["tests/assurance/uploader.mjs", job]);
  return JSON.parse(stdout);
}
