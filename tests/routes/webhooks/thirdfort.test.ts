import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { jobs } from "#app/jobs/jobs.server.ts";
import { action } from "#app/routes/webhooks/thirdfort.ts";
import { signedWebhook, type Status, transactions } from "#mocks/thirdfort/transactions.ts";
import { press } from "#tests/routes/admin/transaction-tabs/check-pages.ts";
import {
  aCheckedMatter,
  end,
  listChecks,
} from "#tests/routes/admin/transaction-tabs/checked-matter.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
const secret = env.THIRDFORT_WEBHOOK_SECRET[0];
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
afterEach(() => sql`delete from graphile_worker._private_jobs`.execute(db));

async function deliver({ body, signature }: { body: string; signature: string }) {
  const request = new Request("http://localhost/webhooks/thirdfort", {
    method: "POST",
    body,
    headers: { "X-Thirdfort-Signature": signature },
  });
  return (await action({ request, params: {}, context: {} })).status;
}

async function queued() {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs`.execute(db);
  return rows.map(({ payload }) => payload);
}

/** Does what the queue holds, as the worker does. */
async function work() {
  const payloads = await queued();
  for (const payload of payloads) {
    await jobs["refresh-check"].handle(payload, { number: 1, isLast: false });
  }
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  return payloads.length;
}

async function anOrderedCheck() {
  const { id, seller } = await aCheckedMatter(db);
  await press(ada, seller, "order");
  const [check] = await listChecks(db, id);
  return { id, seller, thirdfort_id: check?.thirdfort_id ?? "" };
}

const statusOf = async (id: string) => (await listChecks(db, id)).map(({ status }) => status);

describe("AMB-N04 N-018 what Thirdfort tells", () => {
  test.each<[Status, string, string[]]>([
    ["closed", "complete", ["thirdfort_check_completed"]],
    ["failed", "failed", ["thirdfort_check_failed"]],
    ["aborted", "aborted", ["thirdfort_check_aborted"]],
    ["open", "pending", []],
  ])("%s: it is %s, once however often it is told", async (theirs, ours, events) => {
    const { id, thirdfort_id } = await anOrderedCheck();
    if (theirs !== "open") await end(state, thirdfort_id, theirs);
    const before = await eventNames(db, id);
    for (let copy = 0; copy < 3; copy++) {
      expect(await deliver(signedWebhook(thirdfort_id, secret))).toBe(204);
    }
    expect(await queued(), "copies are one job").toEqual([{ thirdfort_id }]);
    await work();
    expect(await statusOf(id)).toEqual([ours]);
    await deliver(signedWebhook(thirdfort_id, secret));
    await work();
    expect((await eventNames(db, id)).slice(before.length)).toEqual(events);
  });

  test("nothing goes back from complete, whatever is said and in whatever order", async () => {
    const { id, thirdfort_id } = await anOrderedCheck();
    await end(state, thirdfort_id, "closed");
    await deliver(signedWebhook(thirdfort_id, secret));
    await work();
    const [transaction] = await state.list(transactions);
    for (const status of ["open", "aborted", "failed"] as const) {
      await state.put(transactions, thirdfort_id, { ...transaction!, status });
      await deliver(signedWebhook(thirdfort_id, secret));
      // A job that was queued before it was complete comes late.
      await jobs["refresh-check"].handle({ thirdfort_id }, { number: 1, isLast: false });
    }
    expect(await queued()).toEqual([]);
    expect(await statusOf(id)).toEqual(["complete"]);
  });

  test("what is not ours is taken and ignored", async () => {
    expect(await deliver(signedWebhook("tunknown", secret))).toBe(204);
    expect(await queued()).toEqual([]);
  });

  test("an order whose answer is lost is found by it", async () => {
    const { id, seller } = await aCheckedMatter(db);
    await db
      .updateTable("users")
      .set({ last_name: "Lost" })
      .where("id", "=", seller.person_id)
      .execute();
    await press(ada, seller, "order");
    const [transaction] = await state.list(transactions);
    expect(await deliver(signedWebhook(transaction!.id, secret))).toBe(204);
    expect(await work()).toBe(1);
    expect(await listChecks(db, id)).toMatchObject([
      { thirdfort_id: transaction!.id, order_sent_at: null },
    ]);
    expect((await eventNames(db, id)).at(-1)).toBe("thirdfort_check_ordered");
  });
});

test("AMB-N04 what is not signed just now is refused, and changes nothing", async () => {
  const { thirdfort_id } = await anOrderedCheck();
  const good = signedWebhook(thirdfort_id, secret);
  const old = signedWebhook(thirdfort_id, secret, new Date(Date.now() - 6 * 60_000));
  for (const forged of [old, { ...good, signature: "0".repeat(64) }, { ...good, body: "{}" }]) {
    expect(await deliver(forged)).toBe(400);
  }
  expect(await queued()).toEqual([]);
});

test("while the database cannot write, it is not swallowed: Thirdfort tells it again", async () => {
  const { thirdfort_id } = await anOrderedCheck();
  const mend = await breakWrites(db, "checks");
  await deliver(signedWebhook(thirdfort_id, secret));
  await end(state, thirdfort_id, "closed");
  await expect(work()).rejects.toThrow();
  await mend();
  expect(await work()).toBe(1);
});
