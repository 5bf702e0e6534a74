import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { jobs } from "#app/jobs/jobs.server.ts";
import { action } from "#app/routes/webhooks/thirdfort.ts";
import { changeResult, type Status, transactions } from "#mocks/thirdfort/transactions.ts";
import { openAndConfirm } from "#tests/routes/admin/transaction-tabs/check-pages.ts";
import {
  createMatterWithPeople,
  endCheck,
  listChecks,
} from "#tests/routes/admin/transaction-tabs/checked-matter.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { deliver, fromThirdfort, type Message, textFromThirdfort } from "./messages.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
afterEach(() => sql`delete from graphile_worker._private_jobs`.execute(db));

const statusOf = async (id: string) => (await listChecks(db, id)).map(({ status }) => status);

describe("a change that Thirdfort reports (AMB-N04 N-018)", () => {
  test.each<[Status, string, string[]]>([
    ["closed", "complete", ["thirdfort_check_completed"]],
    ["failed", "failed", ["thirdfort_check_failed"]],
    ["aborted", "aborted", ["thirdfort_check_aborted"]],
    ["open", "pending", []],
  ])(
    "Thirdfort’s status “%s” sets the identity check to “%s” once, however often it is reported",
    async (theirs, ours, events) => {
      const { id, thirdfort_id } = await anOrderedCheck();
      if (theirs !== "open") await endCheck(state, thirdfort_id, theirs);
      const before = await eventNames(db, id);
      for (let copy = 0; copy < 3; copy++) {
        expect(await post(fromThirdfort(thirdfort_id))).toBe(204);
      }
      expect(await queued(), "copies are one job").toEqual([{ thirdfort_id }]);
      await runQueuedJobs();
      expect(await statusOf(id)).toEqual([ours]);
      await post(fromThirdfort(thirdfort_id));
      await runQueuedJobs();
      expect((await eventNames(db, id)).slice(before.length)).toEqual(events);
    },
  );

  test("later changes from Thirdfort do not change the status of a complete identity check", async () => {
    const { id, thirdfort_id } = await anOrderedCheck();
    await endCheck(state, thirdfort_id, "closed");
    await post(fromThirdfort(thirdfort_id));
    await runQueuedJobs();
    const [transaction] = await state.list(transactions);
    for (const status of ["open", "aborted", "failed"] as const) {
      await state.put(transactions, thirdfort_id, { ...transaction!, status });
      await post(fromThirdfort(thirdfort_id));
      // A job that was queued before the check was complete runs late.
      await jobs["refresh-check"]!.handle({ thirdfort_id }, { number: 1, isLast: false });
    }
    await runQueuedJobs();
    expect(await statusOf(id)).toEqual(["complete"]);
    expect((await listChecks(db, id))[0]?.result).toBe("clear");
  });

  test("changes from Thirdfort update the result of a complete identity check while the person is monitored, with an event for each new result", async () => {
    const { id, thirdfort_id } = await anOrderedCheck();
    await endCheck(state, thirdfort_id, "closed");
    await post(fromThirdfort(thirdfort_id));
    await runQueuedJobs();
    const before = await eventNames(db, id);
    const double = { state, webhookUrl: null, webhookHeader: "", webhookSecret: "" };
    for (const result of ["consider", "consider", "clear"] as const) {
      await changeResult(double, thirdfort_id, result);
      await post(fromThirdfort(thirdfort_id));
      await runQueuedJobs();
      const [check] = await listChecks(db, id);
      expect(check).toMatchObject({ status: "complete", result });
      expect(check?.reports).toContainEqual({ type: "peps", result });
    }
    const events = await db
      .selectFrom("events")
      .select(["event_name", "comments"])
      .where("transaction_id", "=", id)
      .orderBy("date_time")
      .orderBy("id")
      .execute();
    expect(events.slice(before.length)).toEqual([
      {
        event_name: "thirdfort_check_result_changed",
        comments: expect.stringMatching(/: consider$/),
      },
      { event_name: "thirdfort_check_result_changed", comments: expect.stringMatching(/: clear$/) },
    ]);
  });

  test("Thirdfort’s webhook answers 204 to a message without a check id, so that Thirdfort does not retry", async () => {
    for (const body of [JSON.stringify({ type: "ping", data: {} }), "ping"]) {
      expect(await post(textFromThirdfort(body))).toBe(204);
    }
    expect(await queued()).toEqual([]);
  });

  test("a Thirdfort message without a time queues one job, however often it is posted, and the job’s time does not change", async () => {
    const { thirdfort_id } = await anOrderedCheck();
    const body = JSON.stringify({ type: "transaction.updated", data: { id: thirdfort_id } });
    const moments = [];
    for (let copy = 0; copy < 3; copy++) {
      expect(await post(textFromThirdfort(body))).toBe(204);
      const { rows } = await sql<{ run_at: Date; is_later: boolean }>`
        select run_at, run_at > now() + interval '30 seconds' as is_later
        from graphile_worker._private_jobs`.execute(db);
      expect(rows).toMatchObject([{ is_later: true }]);
      moments.push(rows[0]?.run_at.toISOString());
    }
    expect(new Set(moments).size, "copies do not put it off").toBe(1);
  });

  test("Thirdfort’s webhook answers 204 to a message about an unknown check, and queues no job", async () => {
    expect(await post(fromThirdfort("tunknown"))).toBe(204);
    expect(await queued()).toEqual([]);
  });

  test("a change from Thirdfort confirms the order of an identity check if the response to the order was lost", async () => {
    expectError(/Error trying to order thirdfort check/);
    const { id, seller } = await createMatterWithPeople(db);
    await db
      .updateTable("users")
      .set({ last_name: "Lost" })
      .where("id", "=", seller.person_id)
      .execute();
    await openAndConfirm(ada, seller, "order");
    const [transaction] = await state.list(transactions);
    expect(await post(fromThirdfort(transaction!.id))).toBe(204);
    expect(await runQueuedJobs()).toBe(1);
    expect(await listChecks(db, id)).toMatchObject([
      { thirdfort_id: transaction!.id, order_sent_at: null },
    ]);
    expect((await eventNames(db, id)).at(-1)).toBe("thirdfort_check_ordered");
  });
});

test("a wrongly signed, changed or old message from Thirdfort answers 400 and queues no job (AMB-N04)", async () => {
  const { thirdfort_id } = await anOrderedCheck();
  const good = fromThirdfort(thirdfort_id);
  const old = fromThirdfort(thirdfort_id, undefined, new Date(Date.now() - 6 * 60_000));
  for (const forged of [
    old,
    { ...good, headers: { "X-Thirdfort-Signature": "0".repeat(64) } },
    { ...good, body: "{}" },
  ]) {
    expect(await post(forged)).toBe(400);
  }
  expect(await queued()).toEqual([]);
});

test("the job for a change from Thirdfort fails while the database cannot write, and succeeds when it is retried", async () => {
  const { thirdfort_id } = await anOrderedCheck();
  const mend = await breakWrites(db, "identity_checks");
  await post(fromThirdfort(thirdfort_id));
  await endCheck(state, thirdfort_id, "closed");
  await expect(runQueuedJobs()).rejects.toThrow();
  await mend();
  expect(await runQueuedJobs()).toBe(1);
});

const post = async (message: Message) => (await deliver(action, message)).status;

async function queued() {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where identifier = 'refresh-check'`.execute(db);
  return rows.map(({ payload }) => payload);
}

async function runQueuedJobs() {
  const payloads = await queued();
  for (const payload of payloads) {
    await jobs["refresh-check"]!.handle(payload, { number: 1, isLast: false });
  }
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  return payloads.length;
}

async function anOrderedCheck() {
  const { id, seller } = await createMatterWithPeople(db);
  await openAndConfirm(ada, seller, "order");
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  const [check] = await listChecks(db, id);
  return { id, seller, thirdfort_id: check?.thirdfort_id ?? "" };
}
