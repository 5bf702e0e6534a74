import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import {
  cancelJob,
  listFailedJobs,
  readFailedJob,
  readQueue,
  retryJob,
} from "#app/domain/operations/queue.server.ts";
import { z } from "zod";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import { inTransaction } from "#db/connection.ts";
import { insertPerson } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { addFailedJob } from "#tests/support/failed-job.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";

const { db } = useTestDatabase();
const refreshChecks = queuedJob("refresh-checks", z.object({}));
const purge = queuedJob("purge", z.object({}));
let actor: { id: string; request_id: string };
beforeEach(async () => {
  await emptyTables(db);
  actor = { id: (await insertPerson(db, "ada@example.com")).id, request_id: "r" };
});

const jobs = async () =>
  (
    await sql<{ id: string; attempts: number; due: boolean }>`
      select id::text, attempts, run_at <= now() as due from graphile_worker.jobs`.execute(db)
  ).rows;
const audited = async (subject_id: string) =>
  (
    await db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_type", "=", "job")
      .where("subject_id", "=", subject_id)
      .execute()
  ).map(({ action }) => action);

test("the queue counts waiting, running, retried and permanently failed jobs", async () => {
  await addFailedJob(db);
  await enqueue(db, refreshChecks, {});
  await enqueue(db, purge, {}, { after: new Date(Date.now() + 60_000) });
  await sql`
    update graphile_worker._private_jobs set attempts = 1, last_error = 'Error', run_at = now() - interval '90 seconds'
    where attempts = 0 and run_at <= now()`.execute(db);
  expect(await readQueue(db)).toMatchObject({ waiting: 1, running: 0, retried: 1, failed: 1 });
  expect((await readQueue(db)).oldest_seconds).toBeGreaterThanOrEqual(90);
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where attempts = 1`.execute(
    db,
  );
  expect(await readQueue(db)).toMatchObject({ waiting: 0, running: 1, oldest_seconds: 0 });
});

test("retrying a failed job resets its attempts and writes an audit row", async () => {
  const id = await addFailedJob(db);
  expect(await listFailedJobs(db)).toMatchObject([
    { id, name: "refresh-checks", attempts: 3, last_error: "VendorError" },
  ]);
  await inTransaction(db, (trx) => retryJob(trx, id, { actor }));
  expect(await jobs()).toEqual([{ id, attempts: 0, due: true }]);
  expect(await audited(id)).toEqual(["job_retried"]);
  await expect(retryJob(db, id, { actor })).rejects.toThrow(
    "Someone else has already retried or cancelled this job",
  );
});

test("retrying a failed email looks it up at Postmark first, unless it was withdrawn", async () => {
  const email = async (last_error: string) => {
    const { id } = await db
      .insertInto("email_log")
      .values({ name: "weekly_leads", recipient: "a@example.com", status: "failed", last_error })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, job: await addFailedJob(db, "send-email", { email_log_id: id }) };
  };
  const [given_up, withdrawn] = [await email("5xx"), await email("withdrawn")];
  for (const { job } of [given_up, withdrawn]) await retryJob(db, job, { actor });
  const status = async (id: string) =>
    await db.selectFrom("email_log").select("status").where("id", "=", id).executeTakeFirst();
  expect(await status(given_up.id)).toEqual({ status: "sending" });
  expect(await status(withdrawn.id)).toEqual({ status: "failed" });
});

test("cancelling a job removes it from the queue and writes an audit row", async () => {
  const id = await addFailedJob(db);
  await inTransaction(db, (trx) => cancelJob(trx, id, { actor }));
  expect(await jobs()).toEqual([]);
  expect(await audited(id)).toEqual(["job_called_off"]);
});

test("a concurrent second cancellation of a job gets a conflict", async () => {
  const id = await addFailedJob(db);
  const first = await db.startTransaction().execute();
  await cancelJob(first, id, { actor });
  const second = inTransaction(db, (trx) => cancelJob(trx, id, { actor }));
  const told = expect(second).rejects.toThrow(
    "Someone else has already retried or cancelled this job",
  );
  await waitForLockWaiters(db);
  await first.commit().execute();
  await told;
  expect(await audited(id)).toEqual(["job_called_off"]);
});

test("a retry or cancellation of an unknown job or one with attempts left is rejected", async () => {
  await enqueue(db, refreshChecks, {});
  const [{ id } = { id: "" }] = await jobs();
  for (const other of [id, "999999", "x", "9".repeat(40)]) {
    await expect(readFailedJob(db, other)).rejects.toThrow("hasn’t failed permanently");
  }
  await expect(cancelJob(db, id, { actor })).rejects.toThrow();
  expect(await jobs()).toHaveLength(1);
});
