import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { startCardPayment, startHostedPayment } from "#app/domain/payments/start-payment.server.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { paymentReceivedEmail } from "#app/domain/payments/emails.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import * as restorations from "#app/domain/restorations/restorations.server.ts";
import { startWorker, stopWorker } from "#app/jobs/worker.server.ts";
import { taskList } from "#app/jobs/tasks.server.ts";
import SignIn, { action, loader } from "#app/routes/sign-in/sign-in.tsx";
import Payment, { loader as paymentLoader } from "#app/routes/sell/payment.tsx";
import { action as paymentIntent } from "#app/routes/sell/payment-intent.ts";
import { BLACK_HOLE } from "#app/clients/postmark/client.server.ts";
import { startOrder } from "#app/domain/searches/search-orders.server.ts";
import "#tests/ui/router.ts";
import { inTransaction } from "#db/connection.ts";
import { orders } from "#mocks/one-search/orders.ts";
import { emails } from "#mocks/postmark.ts";
import { intents, sessions } from "#mocks/stripe/objects.ts";
import { transactions } from "#mocks/thirdfort/transactions.ts";
import { fastWorkerSettings } from "#tests/jobs/fast-worker-settings.ts";
import { openAndConfirm } from "#tests/routes/admin/transaction-tabs/check-pages.ts";
import {
  createMatterWithPeople,
  listChecks,
} from "#tests/routes/admin/transaction-tabs/checked-matter.ts";
import { readCookie, signInForm } from "#tests/routes/sign-in/visitor.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { insertCode, sellerAtPayment } from "#tests/support/payments.ts";
import { markAsRestored } from "#tests/support/restored.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/call-route.ts";
import { render, visibleText } from "#tests/ui/render.tsx";

vi.mock("#app/domain/restorations/restorations.server.ts", { spy: true });
const { NOTHING_ORDERED, NOTHING_PAID, RestoredError } = restorations;
const asked = vi.mocked(restorations.readRestoration);

/**
 * Tests a service whose database was restored. It takes no payments, orders nothing and runs no
 * jobs until staff have reviewed the lost time.
 */

const { db } = useTestDatabase();
const { state } = useDoubles();
beforeEach(() => emptyTables(db));

const urls = { success: "http://localhost:3000/yes", cancel: "http://localhost:3000/no" };

test("no payment can start after a restore, and the payment page explains why", async () => {
  const seller = await sellerAtPayment(db);
  const { sale, cookie } = seller;
  await getOrCreateOrder(db, sale);
  await insertCode(db, "FRIEND10");
  await markAsRestored(db);
  const path = `/sell/payment?sale=${sale.transaction_id}`;
  for (const pay of [
    () => startCardPayment(db, sale),
    () => startHostedPayment(db, sale, urls),
    () => inTransaction(db, (trx) => payWithReferralCode(trx, sale, "FRIEND10")),
  ]) {
    await expect(pay()).rejects.toThrow(RestoredError);
  }
  const asked = await post(paymentIntent, {}, { cookie, path });
  expect([asked.status, asked.data]).toEqual([409, { message: NOTHING_PAID }]);
  const { data } = await get(paymentLoader, { path, cookie });
  const html = await render(<Payment />, { path, loaderData: Object(data) });
  expect(visibleText(html)).toContain(NOTHING_PAID);
  expect(visibleText(html)).not.toContain("Referral code");
  expect([...(await state.list(intents)), ...(await state.list(sessions))]).toEqual([]);
});

test("staff cannot order identity checks or searches after a restore, and an error explains why", async () => {
  const ada = await signIn(db, { type: "admin" });
  const { id, seller } = await createMatterWithPeople(db);
  await markAsRestored(db);
  expect((await openAndConfirm(ada, seller, "order")).flash).toMatchObject({
    kind: "error",
    description: NOTHING_ORDERED,
  });
  const order = {
    actor: { id: ada.id, request_id: "" },
    is_reorder: false,
    sub_building_name: null,
    building_name: null,
    building_number: "12",
  };
  await expect(inTransaction(db, (trx) => startOrder(trx, id, order))).rejects.toThrow(
    NOTHING_ORDERED,
  );
  expect(await listChecks(db, id)).toEqual([]);
  expect([...(await state.list(transactions)), ...(await state.list(orders))]).toEqual([]);
});

test("only staff are sent sign-in links after a restore, but everyone sees the same page", async () => {
  await signIn(db, { type: "admin", email: "staff@example.test" });
  await signIn(db, { email: "seller@example.test" });
  await markAsRestored(db);
  const told = [];
  for (const email of ["staff@example.test", "seller@example.test", "nobody@example.test"]) {
    const form = signInForm({ email, recaptcha_token: "pass:sign_in" });
    const answer = await post(action, form, { path: "/sign-in" });
    expect([answer.location, answer.data]).toEqual(["/sign-in?sent=true", null]);
    const path = "/sign-in?sent=true";
    const { data } = await get(loader, { path, cookie: readCookie(answer) });
    const html = visibleText(await render(<SignIn />, { path, loaderData: Object(data) }));
    told.push(html.replace(email, ""));
  }
  expect(told[0]).toContain("We can’t send emails right now");
  expect(told[0]).not.toContain("It will arrive within 5 minutes");
  expect(told[0]).not.toContain("We sent it to");
  expect(new Set(told).size).toBe(1);
  const recipients = (await state.list(emails)).map(({ To }) => To);
  expect(recipients.sort()).toEqual([BLACK_HOLE, BLACK_HOLE, "staff@example.test"].sort());
});

test("all jobs wait after a restore until the restore is confirmed", async () => {
  const { sale, email } = await sellerAtPayment(db);
  const { id: order_id } = await getOrCreateOrder(db, sale);
  await queueEmail(db, { email: paymentReceivedEmail, recipient: email, props: { order_id } });
  await markAsRestored(db);
  const attempts = async () =>
    (
      await sql<{ attempts: number }>`select attempts from graphile_worker._private_jobs`.execute(
        db,
      )
    ).rows;
  asked.mockClear();
  startWorker(fastWorkerSettings);
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(2), { timeout: 15_000 });
  expect(await attempts()).toEqual([{ attempts: 0 }]);
  expect(await state.list(emails)).toEqual([]);
  await db.deleteFrom("restorations").execute();
  await vi.waitFor(async () => expect(await state.list(emails)).toHaveLength(1), {
    timeout: 15_000,
  });
  await stopWorker();
});

test("a job that the worker had fetched before a restore throws instead of running", async () => {
  expectError(/job purge/);
  await markAsRestored(db);
  const job = { id: "1", attempts: 1, max_attempts: 12 };
  const run = Promise.resolve(Reflect.apply(taskList["purge"]!, null, [{}, { job }]));
  await expect(run).rejects.toThrow("RestoredError");
});
