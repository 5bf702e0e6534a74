import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { paymentReceivedEmail } from "#app/domain/payments/emails.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { waitUntil, countLockWaiters } from "#tests/support/concurrency.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { fastWorkerSettings } from "./fast-worker-settings.ts";
import { startLossyProxy } from "./lossy-database-proxy.ts";

// Start the fake before the client reads its settings.
const postmark = await vi.hoisted(async () =>
  (await import("./fake-postmark.ts")).startFakePostmark(),
);
const { startWorker, stopWorker } = await import("#app/jobs/worker.server.ts");
const { jobs } = await import("#app/jobs/jobs.server.ts");

const { db, url } = useTestDatabase();
const children = new Set<ReturnType<typeof spawn>>();
/** Matches errors of a worker’s broken connection. Which connection fails first is random. */
const OF_WORKER = /"what":"worker( sweep)?"/;

beforeEach(async () => {
  await emptyTables(db);
  postmark.forget();
  // Silences a message of graphile-worker about a worker that stops while it looks for a job.
  vi.spyOn(console, "trace").mockReturnValue();
});
afterEach(async () => {
  await stopWorker();
  vi.unstubAllEnvs();
  for (const child of children) await kill(child);
});
afterAll(() => postmark.close());

/** Almost a minute in seconds, with a margin for a busy machine. */
const JUST_UNDER_A_MINUTE = 40;

test("a worker sends emails queued before its start and while it runs (X-028)", async () => {
  await queueAnEmail("before@example.com");
  startWorker(fastWorkerSettings);
  await waitUntil(async () => expect(await statuses()).toEqual(["sent"]));
  await queueAnEmail("after@example.com");
  await waitUntil(async () => expect(await statuses()).toEqual(["sent", "sent"]));
  await waitUntil(async () => expect(await lockedJobs()).toEqual([]));
  expect(postmark.accepted.map((message) => message.To)).toEqual([
    "before@example.com",
    "after@example.com",
  ]);
});

test("a worker continues after it loses its connections (X-028)", async () => {
  expectError(OF_WORKER);
  startWorker(fastWorkerSettings);
  await queueAnEmail("before@example.com");
  await waitUntil(async () => expect(await statuses()).toEqual(["sent"]));
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'fanlight-worker' and datname = current_database()`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  await queueAnEmail("after@example.com");
  await waitUntil(async () => expect(await statuses()).toEqual(["sent", "sent"]));
});

test("a worker continues if one job cannot be completed while others finish (X-028)", async () => {
  expectError(/Failed to complete jobs/);
  expectError(/not now/);
  expectError(/This try fails/);
  await queueAnEmail();
  const [email, purge] = [pauseNextAttempt("send-email"), pauseNextAttempt("purge")];
  await refuseToWriteOffOneJob();
  startWorker({ ...fastWorkerSettings, drainMs: 5_000 });
  await addJob(db, "purge");
  await Promise.all([email.begun, purge.begun]);
  await addJob(db, "weekly-leads");
  await waitUntil(async () => expect(await refusals()).toBe(1));
  // graphile-worker now waits for the two jobs that are still running. `purge` completes, and then
  // `send-email` fails.
  purge.end();
  await waitUntil(async () => expect(await lockedJobs()).toEqual([true, true]));
  email.end(new Error("This try fails"));

  await waitUntil(async () => expect(await statuses()).toEqual(["sent"]));
  await letSecondsPass(60);
  await waitUntil(async () => expect(await lockedJobs()).toEqual([]));
  expect(postmark.accepted).toHaveLength(1);
});

test("a worker that cannot write its heartbeat restarts, because others will take its jobs (X-028)", async () => {
  expectError(/relation "worker_heartbeats" does not exist/);
  startWorker(fastWorkerSettings);
  await waitUntil(async () => expect(await heartbeats()).toHaveLength(1));
  const [before] = await heartbeats();
  await withoutTable(db, "worker_heartbeats", () => pause(3 * fastWorkerSettings.heartbeatMs));
  await waitUntil(async () => expect(await heartbeats()).not.toEqual([before]));
});

test("a worker whose connection pool never closes restarts (X-028)", async () => {
  expectError(/relation "worker_heartbeats" does not exist/);
  expectError(/The work took longer than 2000 ms/);
  startWorker(fastWorkerSettings);
  await waitUntil(async () => expect(await heartbeats()).toHaveLength(1));
  const [before] = await heartbeats();
  const end = vi.spyOn(pg.Pool.prototype, "end");
  const never = new Promise<void>(() => undefined);
  end.mockReturnValueOnce(never as never);
  await withoutTable(db, "worker_heartbeats", () =>
    waitUntil(async () => {
      await pause(0);
      expect(end).toHaveBeenCalled();
    }),
  );
  await waitUntil(async () => expect(await heartbeats()).not.toEqual([before]));
  await queueAnEmail();
  await waitUntil(async () => expect(await statuses()).toEqual(["sent"]));
});

test("a worker with dead connections continues and loses no job that was fetched on them (X-028)", async () => {
  expectError(OF_WORKER);
  const line = await startLossyProxy(url);
  vi.stubEnv("DATABASE_URL", line.url);
  onTestFinished(() => line.stop());
  startWorker({ ...fastWorkerSettings, heartbeatMs: 2_000, answerMs: 1_000 });
  await addJob(db, "purge");
  await waitUntil(async () => expect(await lockedJobs()).toEqual([]));

  const queue = await lock("graphile_worker._private_jobs");
  await addJob(queue, "purge");
  await waitUntil(async () => expect(await countLockWaiters(db)).toBeGreaterThanOrEqual(4));
  line.loseAnswers();
  await queue.commit().execute();
  await waitUntil(async () => expect(await lockedJobs()).toEqual([true]));
  await queueAnEmail();
  await waitUntil(async () => expect(await jobsOfTheLiving()).toBe(0));
  await letSecondsPass(60);
  await waitUntil(async () => expect(await statuses()).toEqual(["sent"]));
  await waitUntil(async () => expect(await lockedJobs()).toEqual([]));
});

test("a worker with a heartbeat keeps its jobs, and loses them a minute after a kill, so each email is sent once (X-028)", async () => {
  postmark.expect("never answer", "accept and hang");
  await queueAnEmail("one@example.com");
  await queueAnEmail("other@example.com");
  const received = postmark.received(2);
  const child = startWorkerProcess();
  await received;
  await letSecondsPass(JUST_UNDER_A_MINUTE);
  await waitUntil(async () => expect(await secondsSilent()).toBeLessThan(5));
  await letSecondsPass(JUST_UNDER_A_MINUTE);
  startWorker(fastWorkerSettings);
  await waitForSweeps();
  expect(await lockedJobs()).toEqual([true, true]);

  await kill(child);
  await letSecondsPass(JUST_UNDER_A_MINUTE - (await secondsSilent()));
  await waitForSweeps();
  expect(await statuses()).toEqual(["sending", "sending"]);
  expect(await lockedJobs()).toEqual([true, true]);
  expect(postmark.searches).toEqual([]);

  await letSecondsPass(60 - JUST_UNDER_A_MINUTE);
  await waitUntil(async () => expect(await statuses()).toEqual(["sent", "sent"]));
  expect(postmark.searches).toHaveLength(2);
  expect(postmark.accepted.map((message) => message.To).sort()).toEqual([
    "one@example.com",
    "other@example.com",
  ]);
  await waitUntil(async () => expect(await lockedJobs()).toEqual([]));
});

test("a worker that is stopped while it writes its heartbeat leaves none (X-028)", async () => {
  startWorker(fastWorkerSettings);
  await waitUntil(async () => expect(await heartbeats()).toHaveLength(1));
  await sql`
    create function be_slow() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.5); return new; end $$`.execute(db);
  await sql`
    create trigger be_slow before insert on worker_heartbeats
    for each row execute function be_slow()`.execute(db);
  onTestFinished(async () => {
    await sql`drop function be_slow cascade`.execute(db);
  });
  await waitUntil(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where wait_event = 'PgSleep' and datname = current_database()`.execute(db);
    expect(rows).toHaveLength(1);
  });
  await stopWorker();
  expect(await heartbeats()).toEqual([]);
});

test("a worker that is stopped returns unfinished jobs to the queue and leaves no heartbeat (X-028)", async () => {
  expectError(OF_WORKER);
  const email = pauseNextAttempt("send-email");
  await queueAnEmail();
  startWorker(fastWorkerSettings);
  await email.begun;
  await waitUntil(async () => expect(await heartbeats()).toHaveLength(1));
  await stopWorker();
  expect(await lockedJobs()).toEqual([false]);
  expect(await heartbeats()).toEqual([]);
  email.end();
});

function startWorkerProcess() {
  const script = new URL("./worker-process.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    stdio: ["ignore", "ignore", "inherit"],
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
  await queueEmail(db, { email: paymentReceivedEmail, recipient, props: { order_id: order.id } });
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

async function secondsSilent() {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - min(seen_at))::int as seconds from worker_heartbeats`.execute(
    db,
  );
  return rows[0]?.seconds ?? 0;
}

async function letSecondsPass(seconds: number) {
  const ago = sql`make_interval(secs => ${seconds})`;
  await sql`update worker_heartbeats set seen_at = seen_at - ${ago}`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - ${ago}`.execute(db);
}

async function heartbeats() {
  return db.selectFrom("worker_heartbeats").select("worker_id").execute();
}

async function jobsOfTheLiving() {
  const { rows } = await sql`
    select from graphile_worker.jobs
    join worker_heartbeats on worker_id = locked_by and seen_at > now() - interval '5 seconds'`.execute(
    db,
  );
  return rows.length;
}

async function addJob(db: Db, name: string) {
  await sql`select graphile_worker.add_job(${name})`.execute(db);
}

/** Makes the next attempt of this job wait until the test ends it, with or without an error. */
function pauseNextAttempt(name: string) {
  const held = new EventEmitter();
  const begun = once(held, "begun");
  vi.spyOn(jobs[name]!, "handle").mockImplementationOnce(async () => {
    const ended = once(held, "end");
    held.emit("begun");
    const [error] = await ended;
    if (error) throw error;
  });
  return { begun, end: (error?: Error) => void held.emit("end", error) };
}

async function lock(table: string) {
  const trx = await db.startTransaction().execute();
  onTestFinished(async () => {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute();
  });
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
  return trx;
}

async function refuseToWriteOffOneJob() {
  await sql`
    create sequence refusals;
    create function refuse_once() returns trigger language plpgsql as $$
    begin
      if nextval('refusals') = 1 then raise 'not now'; end if;
      return old;
    end $$;
    create trigger refuse_once before delete on graphile_worker._private_jobs
      for each row execute function refuse_once()`.execute(db);
  onTestFinished(async () => {
    await sql`drop function refuse_once cascade; drop sequence refusals`.execute(db);
  });
}

async function refusals() {
  const { rows } = await sql<{ n: number }>`
    select last_value as n from refusals where is_called`.execute(db);
  return rows[0]?.n ?? 0;
}

async function waitForSweeps() {
  await pause(5 * fastWorkerSettings.sweepMs);
}
