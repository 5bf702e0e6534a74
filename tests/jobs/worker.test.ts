import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { quick } from "./quick.ts";

// Before the client reads its settings.
const { postmark } = await vi.hoisted(async () => {
  const { startFakePostmark } = await import("./fake-postmark.ts");
  const postmark = await startFakePostmark();
  process.env.POSTMARK_API_URL = postmark.url;
  process.env.POSTMARK_SERVER_TOKEN = "token";
  return { postmark };
});
const { startWorker, stopWorker } = await import("#app/jobs/worker.server.ts");

const { db } = useTestDatabase();
const children = new Set<ReturnType<typeof spawn>>();

beforeEach(async () => {
  await emptyTables(db);
  postmark.forget();
});
afterEach(async () => {
  await stopWorker();
  for (const child of children) await kill(child);
});
afterAll(() => postmark.close());

function startWorkerProcess() {
  const script = new URL("./worker-process.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    stdio: "inherit",
  });
  children.add(child);
  return child;
}

async function kill(child: ReturnType<typeof spawn>) {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function queueAnEmail(recipient = "ada@example.com") {
  const seller = await insertPerson(db, recipient);
  const { id: transaction_id } = await insertSale(db, seller.id);
  const order = await db
    .insertInto("orders")
    .values({ transaction_id, payment_type: "stripe_direct", total_amount_pence: 24_000 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await queueEmail(db, { name: "payment_received", recipient, props: { order_id: order.id } });
}

async function statuses() {
  const rows = await db.selectFrom("email_log").select("status").execute();
  return rows.map((row) => row.status);
}

async function lockedJobs() {
  const { rows } = await sql<{ locked_by: string | null }>`
    select locked_by from graphile_worker.jobs`.execute(db);
  return rows.map((row) => row.locked_by !== null);
}

const wait = { timeout: 15_000, interval: 50 };

test("X-028 a worker sends what is queued before and while it runs", async () => {
  await queueAnEmail("before@example.com");
  startWorker(quick);
  await vi.waitFor(async () => expect(await statuses()).toEqual(["sent"]), wait);
  await queueAnEmail("after@example.com");
  await vi.waitFor(async () => expect(await statuses()).toEqual(["sent", "sent"]), wait);
  await vi.waitFor(async () => expect(await lockedJobs()).toEqual([]), wait);
  expect(postmark.accepted.map((message) => message.To)).toEqual([
    "before@example.com",
    "after@example.com",
  ]);
});

test("X-028 a worker that loses its connections goes on by itself", async () => {
  startWorker(quick);
  await queueAnEmail("before@example.com");
  await vi.waitFor(async () => expect(await statuses()).toEqual(["sent"]), wait);
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'fanlight-worker' and datname = current_database()`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  await queueAnEmail("after@example.com");
  await vi.waitFor(async () => expect(await statuses()).toEqual(["sent", "sent"]), wait);
});

describe("a worker killed in the middle of an email", () => {
  test.each(["never answer", "accept and hang"] as const)(
    "X-028 another takes over once it is silent, and the email leaves once (Postmark: %s)",
    async (behaviour) => {
      postmark.expect(behaviour);
      await queueAnEmail();
      const received = postmark.received();
      const child = startWorkerProcess();
      await received;
      await kill(child);
      expect(await statuses()).toEqual(["sending"]);
      expect(await lockedJobs()).toEqual([true]);

      startWorker(quick);
      await vi.waitFor(async () => expect(await statuses()).toEqual(["sent"]), wait);
      expect(postmark.searches).toHaveLength(1);
      expect(postmark.accepted).toHaveLength(1);
      await vi.waitFor(async () => expect(await lockedJobs()).toEqual([]), wait);
    },
  );

  test("X-028 a worker that still writes keeps its job", async () => {
    postmark.expect("never answer");
    await queueAnEmail();
    const received = postmark.received();
    startWorkerProcess();
    await received;
    startWorker(quick);
    // Twice as long as a silent one is given, and less than the 8 s after which Postmark is given up.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect(await lockedJobs()).toEqual([true]);
    expect(postmark.searches).toEqual([]);
  }, 40_000);
});

test("X-028 a worker told to stop puts back what it cannot finish in time, and leaves no heartbeat", async () => {
  postmark.expect("never answer");
  await queueAnEmail();
  const received = postmark.received();
  const child = startWorkerProcess();
  await received;
  await vi.waitFor(async () => {
    expect(await db.selectFrom("worker_heartbeats").select("worker_id").execute()).toHaveLength(1);
  }, wait);
  const asked = Date.now();
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(child.exitCode).toBe(0);
  // Postmark would have kept it for the whole deadline of 8 s.
  expect(Date.now() - asked).toBeLessThan(7_500);
  expect(await lockedJobs()).toEqual([false]);
  expect(await db.selectFrom("worker_heartbeats").selectAll().execute()).toEqual([]);
});
