import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { enqueue, sendEmailJob } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();

const purgeJob = queuedJob("purge", z.object({}));

beforeEach(() => emptyTables(db));

async function queued() {
  const { rows } = await sql<{ task_identifier: string; priority: number; max_attempts: number }>`
    select task_identifier, priority, max_attempts from graphile_worker.jobs
    order by priority, id`.execute(db);
  return rows;
}

test("a job is queued only if its database transaction commits (A-008)", async () => {
  const work = db.transaction().execute(async (trx) => {
    await enqueue(trx, purgeJob, {});
    throw new Error("changed our mind");
  });
  await expect(work).rejects.toThrow("changed our mind");
  expect(await queued()).toEqual([]);

  await db.transaction().execute((trx) => enqueue(trx, purgeJob, {}));
  expect(await queued()).toEqual([{ task_identifier: "purge", priority: 10, max_attempts: 12 }]);
});

test("an urgent job is first in the queue, and jobs with the same key are queued only once (A-008)", async () => {
  await enqueue(db, purgeJob, {}, { key: "tonight" });
  await enqueue(db, purgeJob, {}, { key: "tonight" });
  await enqueue(db, sendEmailJob, { email_log_id: "0".repeat(24) }, { urgent: true });
  expect((await queued()).map((job) => job.task_identifier)).toEqual(["send-email", "purge"]);
});

test("a job is stored with its payload, its key and the time before which it must not start (A-008)", async () => {
  const after = new Date("2030-01-01T09:00:00Z");
  await enqueue(db, sendEmailJob, { email_log_id: "0".repeat(24) }, { after, key: "later" });
  await enqueue(db, sendEmailJob, { email_log_id: "1".repeat(24) });
  const { rows } = await sql<{ run_at: Date }>`
    select payload, key, run_at from graphile_worker._private_jobs order by id`.execute(db);
  expect(rows).toEqual([
    { payload: { email_log_id: "0".repeat(24) }, key: "later", run_at: after },
    { payload: { email_log_id: "1".repeat(24) }, key: null, run_at: expect.any(Date) },
  ]);
  expect(rows[1]?.run_at.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
});
