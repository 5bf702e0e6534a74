import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { retrievePaymentIntent } from "#app/clients/stripe/client.server.ts";
import { hasActiveSaleElsewhere } from "#app/domain/payments/duplicate-property.server.ts";
import { startCardPayment } from "#app/domain/payments/start-payment.server.ts";
import {
  countReviews,
  listReviews,
  flagForReview,
} from "#app/domain/payments/payment-reviews.server.ts";
import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { running } from "#mocks/running-doubles.ts";
import { refundInDashboard } from "#mocks/stripe/refunds-and-disputes.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { insertPaidGroup } from "#tests/support/groups.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { changeIntent, intentFor, orderRow, sellerAtPayment } from "#tests/support/payments.ts";
import { readPlan } from "#tests/support/query-plan.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { listDifferences, signInEditors } from "./estate-agents/editors.ts";
import { listSummary, readFields } from "./fields.ts";
import { staffReader } from "#tests/support/readers.ts";
import { fillIn, open, send } from "./pages.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;
let tom: Visitor;

beforeEach(async () => {
  await emptyTables(db);
  ({ ada, tom } = await signInEditors(db));
});

const LIST = "/admin/payments";
const toPath = (id: string) => `${LIST}/${id}`;
const fill = (id: string, typed: Record<string, string>, by = ada) =>
  fillIn(by, toPath(id), "review", typed);

const reviewRow = (id: string) =>
  db.selectFrom("payment_reviews").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const eventsOf = (transaction_id: string) =>
  db
    .selectFrom("events")
    .select(["event_name", "author", "author_id", "comments"])
    .where("transaction_id", "=", transaction_id)
    .where("event_name", "like", "payment_review%")
    .orderBy("date_time")
    .orderBy("id")
    .execute();

describe("the list of payments to review (AMB-E09)", () => {
  test("the list of payments to review shows a message if there are none", async () => {
    const { status, text } = await open(LIST, ada);
    expect(status).toBe(200);
    expect(text).toContain("No payments to review.");
  });

  test("the list of payments to review shows the matter, customer, amount, status, reason, time and action of each payment", async () => {
    const { intent, sale } = await aMismatch();
    await db
      .updateTable("payment_reviews")
      .set({ created_at: new Date("2026-07-01T23:30:00Z") })
      .execute();
    const { html, text } = await open(LIST, ada);
    expect(html).toContain(`href="/admin/transactions/${sale.transaction_id}/orders"`);
    expect(html).toContain(`href="/admin/users/${sale.seller_id}"`);
    expect(text).toContain("Sam Seller");
    expect(text).toContain("£200.00");
    expect(text).toContain(`Succeeded ${intent.id}`);
    expect(text).toContain("The amount doesn’t match the order, so the order isn’t marked as paid");
    expect(text).toContain("02/07/2026, 00:30");
    expect(text).toContain("Refund the payment. When you mark this resolved, the seller can pay");
    expect(text).toContain(`Resolve ${intent.id}`);
    expect(text).toContain("Showing 1 of 1");
  });

  test("the list of payments to review links both sales of a property that two customers are selling (D02)", async () => {
    const home = { line_1: "2 Castle Lane", uprn: "7" };
    const first = await sellerAtPayment(db, { home });
    const second = await sellerAtPayment(db, { home });
    await recordPayment(db, await intentFor(db, first.sale));
    await intentFor(db, second.sale);
    await hasActiveSaleElsewhere(db, await orderRow(db, second.sale));
    const { html, text } = await open(LIST, ada);
    expect(text).toContain(
      "The property is already being sold by another customer, so this seller can’t pay",
    );
    expect(text).toContain("The other sale (Sam Seller)");
    expect(html).toContain(`href="/admin/transactions/${second.sale.transaction_id}/orders"`);
    expect(html).toContain(`href="/admin/transactions/${first.sale.transaction_id}"`);
    const [, review = ""] = /href="\/admin\/payments\/([0-9a-f]{24})"/.exec(html) ?? [];
    expect((await open(toPath(review), ada)).text).toContain("Other sale Sam Seller’s sale");
    const orders = await open(`/admin/transactions/${second.sale.transaction_id}/orders`, ada);
    expect(orders.text).toContain("so this seller can’t pay");
    const fields = { note: "Added to the first", dealt_with: "on" };
    await fill(review, fields);
    await hasActiveSaleElsewhere(db, await orderRow(db, second.sale));
    expect((await open(LIST, ada)).text).toContain("No payments to review.");
  });

  test("the list of payments to review shows the currency of a payment without an order, and that the payment is not linked to a matter", async () => {
    await aStray();
    const { text } = await open(LIST, ada);
    expect(text).toContain("Not linked to a matter");
    expect(text).toContain("US$50.00");
  });

  test("the list of payments to review shows 20 payments at a time, and starts at the first for an invalid query", async () => {
    for (let number = 0; number < 23; number++) await aStray(number);
    const first = await open(LIST, ada);
    expect(first.text).toContain("pi_stray22");
    expect(first.text).not.toContain("pi_stray2 ");
    const [, next = ""] = /href="([^"]*after=[^"]*)"/.exec(first.html) ?? [];
    const second = await open(next.replaceAll("&amp;", "&"), ada);
    expect(second.text).toContain("pi_stray2");
    expect(second.text).toContain("Showing 23 of 23");
    expect(second.text).toContain("Back to the start of the list");
    for (const query of ["after=x", `after=${"f".repeat(24)}`, "state=nonsense", "shown=-1"]) {
      expect((await open(`${LIST}?${query}`, ada)).text).toContain("pi_stray22");
    }
  });

  test("the list of payments to review shows an error if it cannot be read", async () => {
    expectError(/relation "payment_reviews" does not exist/);
    await withoutTable(db, "payment_reviews", async () => {
      const { status, text } = await open(LIST, ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching payments");
    });
  });

  test("the list of transactions links to the list of payments to review", async () => {
    expect((await open("/admin/transactions", ada)).html).toContain('href="/admin/payments"');
  });

  test("reading the list of payments to review uses an index even with 20,000 resolved rows", async () => {
    await sql`
      insert into payment_reviews (stripe_transaction_id, reason, note, dealt_with_at, dealt_with_by, created_at)
      select 'pi_' || n, 'unknown_order', 'Done', now(), ${ada.id}, now() - n * interval '1 minute'
      from generate_series(1, 20000) n`.execute(db);
    await aStray();
    await sql`analyze payment_reviews`.execute(db);
    for (const state of ["open", "dealt_with"] as const) {
      const list = await readPlan((watched) =>
        listReviews(watched, staffReader(), state, { limit: 20 }),
      );
      expect(list).toMatch(/Index.* Scan using payment_reviews_(open|newest)/);
      expect(list).not.toContain("Seq Scan on payment_reviews");
    }
    const count = await readPlan((watched) => countReviews(watched, "open"));
    expect(count).not.toContain("Seq Scan on payment_reviews");
  });
});

test("a refund of a group’s payment in Stripe is listed with its group, and can be resolved", async () => {
  const { id: group_id, payment_id } = await insertPaidGroup(db, state);
  await refundInDashboard({ state, ...running()!.world.stripe }, payment_id, 10_000);
  await reconcilePayments(db, new Date(Date.now() + 7_200_000));
  const { id } = await db
    .selectFrom("payment_reviews")
    .select("id")
    .where("group_id", "=", group_id)
    .executeTakeFirstOrThrow();
  const list = await open(LIST, ada);
  expect(list.html).toContain(`href="/admin/transactions-groups/${group_id}"`);
  expect(list.text).toMatch(/Group Elm Field \d+ £100\.00/);
  expect((await open(toPath(id), ada)).text).toMatch(/Group Elm Field \d+ Customer None/);
  const page = await fill(id, { dealt_with: "on", note: "Agreed with the developer" });
  expect(page.location).toBe(LIST);
  expect(await reviewRow(id)).toMatchObject({ dealt_with_by: ada.id });
});

describe("resolving a payment review (AMB-E09)", () => {
  test("the page of a payment review shows the payment’s details, and requires a note", async () => {
    const { id, intent } = await aMismatch();
    const { text } = await open(toPath(id), ada);
    for (const shown of ["Resolve a payment", "£200.00", intent.id, "What to do", "Sam Seller"]) {
      expect(text).toContain(shown);
    }
    const page = await fill(id, { dealt_with: "on", note: " " });
    expect(page.status).toBe(400);
    expect(page.title).toMatch(/^Error: /);
    expect(listSummary(page.html)).toEqual(["Add a note saying what was done"]);
    expect(readFields(page.html, "review")).toMatchObject({ dealt_with: "on" });
    expect(await reviewRow(id)).toMatchObject({ dealt_with_at: null, note: null });
  });

  test("a note over 2,000 characters is refused, and the form keeps it", async () => {
    const { id } = await aMismatch();
    const note = "x".repeat(2_001);
    const page = await fill(id, { note });
    expect(listSummary(page.html)).toEqual(["Enter at most 2,000 characters"]);
    expect(readFields(page.html, "review")).toMatchObject({ note });
  });

  test("resolving a review removes it from the list, and records an event, an audit row and who resolved it", async () => {
    const { id, sale } = await aMismatch();
    const page = await fill(id, { dealt_with: "on", note: "Given back.\r\nSam knows." });
    expect(page.location).toBe(LIST);
    expect(await reviewRow(id)).toMatchObject({
      note: "Given back.\nSam knows.",
      dealt_with_at: expect.any(Date),
      dealt_with_by: ada.id,
    });
    expect(await eventsOf(sale.transaction_id)).toEqual([
      {
        event_name: "payment_review_dealt_with",
        author: "admin",
        author_id: ada.id,
        comments: "Given back.\nSam knows.",
      },
    ]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "actor_id", "fields"])
      .where("subject_id", "=", id)
      .execute();
    expect(audit).toEqual([
      { action: "payment_review_updated", actor_id: ada.id, fields: ["dealt_with", "note"] },
    ]);
    expect((await open(LIST, ada)).text).toContain("No payments to review.");
    const { text } = await open(`${LIST}?state=dealt_with`, ada);
    expect(text).toMatch(/Ada Marsh on \d\d\/\d\d\/\d{4}, \d\d:\d\d/);
    const tab = await open(`/admin/transactions/${sale.transaction_id}/orders`, ada);
    expect(tab.text).not.toContain("A payment is under review");
    expect(tab.text).toContain("Resolved payments");
    expect(tab.text).toContain("Given back. Sam knows.");
  });

  test("saving only a note does not resolve the review", async () => {
    const { id, sale } = await aMismatch();
    await fill(id, { note: "Rang Sam" });
    expect(await reviewRow(id)).toMatchObject({ note: "Rang Sam", dealt_with_at: null });
    expect(await orderRow(db, sale)).toMatchObject({ review: "amount_mismatch" });
    expect(await eventsOf(sale.transaction_id)).toEqual([]);
    expect((await open(LIST, ada)).text).toContain("Rang Sam");
  });

  test("the seller can pay for the order once all of its reviews are resolved", async () => {
    const { id, sale, intent } = await aMismatch();
    const other = await intentFor(db, sale, { currency: "usd" });
    await recordPayment(db, other);
    await fill(id, { dealt_with: "on", note: "Given back" });
    expect(await orderRow(db, sale)).toMatchObject({ review: "amount_mismatch" });
    await expect(startCardPayment(db, sale)).rejects.toThrow(
      "This sale has already been paid for.",
    );
    const second = await db
      .selectFrom("payment_reviews")
      .select("id")
      .where("stripe_transaction_id", "=", other.id)
      .executeTakeFirstOrThrow();
    await fill(second.id, { dealt_with: "on", note: "Given back too" });
    expect(await orderRow(db, sale)).toMatchObject({ review: null, stripe_transaction_id: null });
    expect(await startCardPayment(db, sale)).toMatchObject({ total_amount_pence: 24_000 });
    await recordPayment(db, intent);
    expect(await orderRow(db, sale)).toMatchObject({ review: null });
  });

  test("the seller can pay again after the review of an underpayment is resolved", async () => {
    const { sale } = await sellerAtPayment(db);
    const { client_secret } = await startCardPayment(db, sale);
    const paid = client_secret.split("_secret_")[0] ?? "";
    await changeIntent(state, paid, { status: "succeeded", amount_received: 20_000 });
    await recordPayment(db, await retrievePaymentIntent(paid));
    expect(await orderRow(db, sale)).toMatchObject({ stripe_transaction_id: paid });
    const { id } = await db.selectFrom("payment_reviews").select("id").executeTakeFirstOrThrow();
    await fill(id, { dealt_with: "on", note: "Given back" });
    const next = await startCardPayment(db, sale);
    expect(next.client_secret).not.toBe(client_secret);
    expect(next.total_amount_pence).toBe(24_000);
  });

  test("resolving a review of a second payment does not change the first payment of the order", async () => {
    const { sale } = await sellerAtPayment(db);
    const first = await intentFor(db, sale);
    await recordPayment(db, first);
    await recordPayment(db, await intentFor(db, sale));
    const { id } = await db.selectFrom("payment_reviews").select("id").executeTakeFirstOrThrow();
    await fill(id, { dealt_with: "on", note: "Given back" });
    expect(await orderRow(db, sale)).toMatchObject({
      review: null,
      stripe_transaction_id: first.id,
      stripe_transaction_status: "succeeded",
    });
  });

  test("unticking “resolved” puts the order under review again", async () => {
    const { id, sale } = await aMismatch();
    await fill(id, { dealt_with: "on", note: "Given back" });
    const fields = readFields((await open(toPath(id), ada)).html, "review");
    expect(fields).toMatchObject({ dealt_with: "on", note: "Given back" });
    delete fields.dealt_with;
    await send(toPath(id), ada, fields);
    expect(await reviewRow(id)).toMatchObject({ dealt_with_at: null, dealt_with_by: null });
    expect(await orderRow(db, sale)).toMatchObject({ review: "amount_mismatch" });
    const names = (await eventsOf(sale.transaction_id)).map(({ event_name }) => event_name);
    expect(names).toEqual(["payment_review_dealt_with", "payment_review_reopened"]);
  });

  test("a review of a payment without an order can be resolved", async () => {
    const id = await aStray();
    expect((await fill(id, { dealt_with: "on", note: "Not ours" })).location).toBe(LIST);
    expect(await reviewRow(id)).toMatchObject({ dealt_with_by: ada.id });
  });

  test("a double submit of a review records one event", async () => {
    const { id, sale } = await aMismatch();
    const form = readFields((await open(toPath(id), ada)).html, "review");
    const typed = { ...form, dealt_with: "on", note: "Given back" };
    const pages = await Promise.all([send(toPath(id), ada, typed), send(toPath(id), ada, typed)]);
    expect(pages.map(({ location }) => location)).toEqual([LIST, LIST]);
    expect(await eventsOf(sale.transaction_id)).toHaveLength(1);
  });

  test("the second of two editors of a review sees a conflict", async () => {
    const { id } = await aMismatch();
    const toms = readFields((await open(toPath(id), tom)).html, "review");
    await fill(id, { dealt_with: "on", note: "Given back" });
    const conflict = await send(toPath(id), tom, { ...toms, note: "Rang Sam" });
    expect(conflict.status).toBe(409);
    expect(conflict.text).toMatch(/Ada Marsh saved this on/);
    expect(listDifferences(conflict.html)).toEqual([
      ["Resolved Was No They changed it Theirs Yes Yours No", "theirs"],
      ["Note Was Blank You both changed it Theirs Given back Yours Rang Sam", null],
    ]);
    expect(await reviewRow(id)).toMatchObject({ note: "Given back" });
  });

  test("a review with a missing or invalid id answers 404", async () => {
    const { id } = await aMismatch();
    const fields = readFields((await open(toPath(id), ada)).html, "review");
    for (const wrong of ["f".repeat(24), "undefined", "%27"]) {
      const page = await open(toPath(wrong), ada);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Payment not found");
      expect((await send(toPath(wrong), ada, { ...fields, note: "x" })).status).toBe(404);
    }
  });

  test("a review that cannot be saved is rolled back, and the form keeps the typed values", async () => {
    expectError(/the table is broken/);
    const { id, sale } = await aMismatch();
    const form = readFields((await open(toPath(id), ada)).html, "review");
    const mend = await breakWrites(db, "audit_log");
    const page = await send(toPath(id), ada, { ...form, dealt_with: "on", note: "Given back" });
    await mend();
    expect(page.status).toBe(500);
    expect(listSummary(page.html)).toEqual(["Failed to save the payment. Please try again."]);
    expect(readFields(page.html, "review")).toMatchObject({ note: "Given back" });
    expect(await reviewRow(id)).toMatchObject({ dealt_with_at: null, note: null });
    expect(await orderRow(db, sale)).toMatchObject({ review: "amount_mismatch" });
  });
});

async function aMismatch() {
  const { sale } = await sellerAtPayment(db);
  const intent = await intentFor(db, sale, { amount_received_pence: 20_000 });
  await recordPayment(db, intent);
  const { id } = await db
    .selectFrom("payment_reviews")
    .select("id")
    .where("stripe_transaction_id", "=", intent.id)
    .executeTakeFirstOrThrow();
  return { id, intent, sale };
}

async function aStray(number = 0) {
  const stripe_transaction_id = `pi_stray${number}`;
  await flagForReview(db, {
    order_id: null,
    transaction_id: null,
    reason: "unknown_order",
    stripe_transaction_id,
    stripe_status: "succeeded",
    amount_pence: 5_000,
    currency: "usd",
  });
  const { id } = await db
    .selectFrom("payment_reviews")
    .select("id")
    .where("stripe_transaction_id", "=", stripe_transaction_id)
    .executeTakeFirstOrThrow();
  return id;
}
