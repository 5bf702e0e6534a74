import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import {
  payOnStripesPage,
  type SeparateDoubles,
  startSeparateDoubles,
} from "#tests/support/separate-doubles.ts";
import { Visitor } from "#tests/support/http-visitor.ts";
import { startInterceptingProxy } from "./intercepting-proxy.ts";

/**
 * Kills the service with `kill -9` while sellers pay. Proxies in front of the service and in front
 * of Postmark choose the moment.
 */

const { db } = useTestDatabase();

type Gate = Awaited<ReturnType<typeof startInterceptingProxy>>;
type Payer = Awaited<ReturnType<typeof sellerAtPayment>>;

let doubles: SeparateDoubles;
let service: BuiltService;
let webhooks: Gate;
let post: Gate;

beforeAll(async () => {
  webhooks = await startInterceptingProxy(() => service.base);
  doubles = await startSeparateDoubles(webhooks.url);
  post = await startInterceptingProxy(() => doubles.toUrl("postmark"));
  service = new BuiltService(await freePort(), {
    ...doubles.settings,
    POSTMARK_API_URL: post.url,
  });
  await service.start();
});

afterAll(async () => {
  await Promise.all([service.stop(), doubles.stop()]);
  webhooks.stop();
  post.stop();
});

beforeEach(() => webhooks.forget());

const PAID_ONCE = {
  orders: ["succeeded paid"],
  events: 1,
  owed: ["sent"],
  post: ["payment_received"],
};

describe("payments while the service is killed (E-017, AMB-E09)", () => {
  test("a payment is recorded and emailed once if the service dies before the webhook arrives, while it records the payment, or after it has sent the email", async () => {
    const sellers = await payers();
    const [unheard, halfKnown, emailed] = sellers;
    let failPaymentWrite = () => Promise.resolve();
    post.next("after", async () => {
      failPaymentWrite = await delayPaymentWrites();
      await payOnStripesPage(halfKnown.page);
      await expect.poll(sleepers, { interval: 10 }).toBe(1);
      return killService();
    });
    await payOnStripesPage(emailed.page);
    await expect.poll(() => service.isRunning).toBe(false);
    await failPaymentWrite();
    await payOnStripesPage(unheard.page);
    expect((await Promise.all(sellers.map(toRecord))).map(({ post }) => post)).toEqual([
      [],
      [],
      PAID_ONCE.post,
    ]);
    await startAgain();
    await webhooks.repeat();
    await expectPaidOnce(sellers);
  });

  test("a payment is recorded and emailed once if the service dies after recording it, but before answering the webhook or sending the email", async () => {
    const sellers = await payers();
    const [committed, emailed, other] = sellers;
    post.next("before", async () => {
      webhooks.next("after", killService);
      await payOnStripesPage(committed.page);
      await expect.poll(() => service.isRunning).toBe(false);
      return "cut" as const;
    });
    await payOnStripesPage(emailed.page);
    await expect.poll(() => service.isRunning).toBe(false);
    await payOnStripesPage(other.page);
    await startAgain();
    await webhooks.repeat();
    await expectPaidOnce(sellers);
  });
});

async function killService() {
  await service.kill();
  return "cut" as const;
}

/**
 * Makes the recording of a payment take ten minutes. Returns a function that ends the recording
 * with an error.
 */
async function delayPaymentWrites() {
  await sql`create function test_sleep() returns trigger language plpgsql as $$
    begin perform pg_sleep(600); return new; end $$`.execute(db);
  await sql`create trigger test_sleep before insert on events for each row
    when (new.event_name = 'payment_successful') execute function test_sleep()`.execute(db);
  return async () => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`.execute(db);
    await sql`drop function test_sleep cascade`.execute(db);
  };
}

async function sleepers() {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`.execute(db);
  return rows[0]?.count ?? 0;
}

const payers = () => Promise.all([payer(), payer(), payer()]);

async function payer() {
  const seller = await sellerAtPayment(db);
  const { transaction_id } = seller.sale;
  const visitor = new Visitor(service.base, seller.cookie);
  const page = await visitor.post(paths.sell.payment(), { intent: "hosted", transaction_id });
  return { ...seller, visitor, page: page.location ?? "" };
}

/**
 * Backdates the worker’s times by two minutes, so that a dead worker’s locks expire and retries are
 * due.
 */
async function letTimePass() {
  const ago = sql`interval '2 minutes'`;
  await sql`update worker_heartbeats set seen_at = seen_at - ${ago}`.execute(db);
  await sql`update graphile_worker._private_jobs
    set locked_at = locked_at - ${ago}, run_at = least(run_at, now())`.execute(db);
}

async function startAgain() {
  await letTimePass();
  await service.start();
}

async function toRecord({ sale, email }: Payer) {
  const { rows } = await sql<Record<string, unknown>>`
    select
      (select array_agg(stripe_transaction_status || case when paid_at is null then ' unpaid' else ' paid' end
         || coalesce(' ' || review, '')) from orders where transaction_id = ${sale.transaction_id}) as orders,
      (select count(*)::int from events
         where transaction_id = ${sale.transaction_id} and event_name = 'payment_successful') as events,
      (select array_agg(status) from email_log
         where transaction_id = ${sale.transaction_id} and name = 'payment_received') as owed
  `.execute(db);
  return { ...rows[0], post: await doubles.emailsTo(email) };
}

/** Waits until every payment is recorded and emailed, repeats all webhooks and checks again. */
async function expectPaidOnce(sellers: Awaited<ReturnType<typeof payers>>) {
  const records = () => Promise.all(sellers.map(toRecord));
  const expected = sellers.map(() => PAID_ONCE);
  await expect.poll(records, { interval: 100 }).toEqual(expected);
  expect(new Set(await webhooks.repeat())).toEqual(new Set([204, 200]));
  await expect.poll(jobsWaiting).toBe(0);
  expect(await records()).toEqual(expected);
  for (const { visitor } of sellers) {
    const page = await visitor.get(paths.sell.payment());
    expect(page).toMatchObject({ status: 302, location: paths.welcomeBack() });
  }
}

async function jobsWaiting() {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'send-email'`.execute(
    db,
  );
  return rows[0]?.jobs;
}
