import { beforeEach, describe, expect, test } from "vitest";
import { jobs } from "#app/jobs/jobs.server.ts";
import { waitingText } from "#app/routes/admin/restoration/waiting-text.ts";
import { startCardPayment } from "#app/domain/payments/start-payment.server.ts";
import { setFault } from "#mocks/faults.ts";
import { running } from "#mocks/running-doubles.ts";
import { charges } from "#mocks/stripe/objects.ts";
import { pay } from "#mocks/stripe/pay.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { markAsRestored } from "#tests/support/restored.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { sql } from "kysely";
import { confirmFields } from "./fields.ts";
import { postAction, open } from "./pages.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;

const PAGE = "/admin/restoration";
const BANNER = "The database was restored from a backup";

beforeEach(async () => {
  await emptyTables(db);
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };

async function lostPayment(minutes_ago: number) {
  const { sale } = await sellerAtPayment(db);
  const { client_secret } = await startCardPayment(db, sale);
  const id = client_secret.split("_secret_")[0] ?? "";
  const double = { state, ...running()!.world.stripe };
  await pay(double, { intent_id: id, card, return_url: "http://localhost:3000/yes" });
  for (const charge of await state.list(charges)) {
    if (charge.payment_intent !== id) continue;
    const created = charge.created - minutes_ago * 60;
    await state.put(charges, charge.id, { ...charge, created });
  }
  await db.deleteFrom("order_items").execute();
  await db.deleteFrom("orders").where("transaction_id", "=", sale.transaction_id).execute();
  return id;
}

const end = (fields: Record<string, string>, by = ada) => postAction(`${PAGE}/end`, by, fields);
const endFields = async () => confirmFields((await open(`${PAGE}/end`, ada)).html);

describe("pages of a database that was restored from a backup", () => {
  test("every staff page of a restored database shows a banner with a link to the restoration page", async () => {
    expect((await open("/admin/users", ada)).html).not.toContain(BANNER);
    await markAsRestored(db);
    for (const path of ["/admin/users", "/admin/payments", "/admin/config"]) {
      const { html } = await open(path, ada);
      expect(html).toContain(BANNER);
      expect(html).toContain(`href="${PAGE}"`);
    }
  });

  test("the restoration page lists Stripe payments since shortly before the backup", async () => {
    const lost = await lostPayment(3);
    const before = await lostPayment(60 * 5);
    await markAsRestored(db);
    const { html, status } = await open(PAGE, ada);
    expect(status).toBe(200);
    expect(html).toContain(lost);
    expect(html).toContain("Stripe took this payment for an order that we have no record of");
    expect(html).not.toContain(before);
  });

  test("the restoration page shows a message if Stripe cannot be reached", async () => {
    expectError(/comparing with Stripe after a restore/);
    await markAsRestored(db);
    await setFault(state, "stripe", "down");
    expect((await open(PAGE, ada)).html).toContain("We can’t reach Stripe at the moment");
  });
});

describe("ending a restoration", () => {
  test("ending a restoration twice ends it once, with an audit row, and queues a comparison of all payments since the backup", async () => {
    const lost = await lostPayment(60 * 24 * 20);
    await sql`delete from graphile_worker._private_jobs`.execute(db);
    const backup_made_at = await markAsRestored(db, { hours: 24 * 30 });
    const fields = await endFields();
    const answer = await end(fields);
    expect(await flashIn(answer)).toMatchObject({
      kind: "success",
      title: "Sending and ordering are back on",
    });
    expect(await flashIn(await end(fields))).toMatchObject({ kind: "success" });
    const [row] = await db.selectFrom("restorations").selectAll().execute();
    expect(row).toMatchObject({ ended_by: ada.id });
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "actor_id", "fields"])
      .where("subject_id", "=", row!.id)
      .execute();
    expect(audit).toEqual([
      { action: "restoration_ended", actor_id: ada.id, fields: ["ended_at"] },
    ]);
    const { rows } = await sql<{ payload: object }>`
      select payload from graphile_worker._private_jobs`.execute(db);
    expect(rows).toEqual([{ payload: { since: backup_made_at.toISOString() } }]);
    await jobs["reconcile-payments"]!.handle(rows[0]?.payload, { number: 1, isLast: false });
    const reviews = await db.selectFrom("payment_reviews").selectAll().execute();
    expect(reviews).toMatchObject([{ reason: "unknown_order", stripe_transaction_id: lost }]);
    expect((await open("/admin/users", ada)).html).not.toContain(BANNER);
    expect((await open(PAGE, ada)).html).toContain("Sending and ordering are on.");
  });

  test("ending a restoration shows an error on an outdated page and without a restoration, and is refused to a customer", async () => {
    await markAsRestored(db);
    const fields = await endFields();
    await db
      .updateTable("restorations")
      .set({ restored_at: new Date(Date.now() + 60_000) })
      .execute();
    expect(await flashIn(await end(fields))).toMatchObject({
      kind: "error",
      title: "Sending and ordering were not turned on",
    });
    await db.deleteFrom("restorations").execute();
    expect((await open(`${PAGE}/end`, ada)).html).toContain("Sending and ordering are already on");
    expect(await flashIn(await end(fields))).toMatchObject({
      kind: "error",
      title: "Sending and ordering were not turned on",
    });
    const customer = await signIn(db, {});
    expect((await end(fields, customer)).location).not.toBe(PAGE);
  });
});

test.each([
  [0, 0, "No emails or jobs are waiting."],
  [1, 0, "1 email is waiting and will be processed immediately."],
  [0, 1, "1 job is waiting and will be processed immediately."],
  [0, 2, "2 jobs are waiting and will be processed immediately."],
  [1, 1, "1 email and 1 job are waiting and will be processed immediately."],
  [3, 2, "3 emails and 2 jobs are waiting and will be processed immediately."],
])(
  "waitingText describes %i waiting emails and %i waiting jobs as “%s”",
  (emails, count, sentence) => {
    expect(waitingText({ emails, jobs: count })).toBe(sentence);
  },
);
