import type { Page } from "@playwright/test";
import pg from "pg";
import type { Db } from "#db/connection.ts";
import { postgresState } from "#mocks/postgres-state.ts";
import { intents, newId, newIntent } from "#mocks/stripe/objects.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { countLoads } from "./support/loads.ts";
import { expectErrors, expectPath, heading, press } from "./support/seller.ts";
import { message, row, signInStaff } from "./support/staff.ts";

test("staff refund a part of a payment, after they have read the email to the customer", async ({
  page,
  context,
  db,
  person,
  inspect,
}) => {
  const transaction_id = await insertPaidByCard(db, person.email);
  await signInStaff(db, context);

  await test.step("the Orders tab leads to the form, which says what is wrong", async () => {
    await page.goto(`/admin/transactions/${transaction_id}/orders`);
    await page.getByRole("link", { name: "Refund", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Refund a payment" })).toBeVisible();
    await inspect(page);
    await page.getByLabel("Amount").fill("300");
    await page.getByLabel("Reason").fill("A slow reply");
    await press(page, "Check and continue");
    await expectErrors(page, ["Enter an amount up to £240.00, which is left of this payment"]);
    await inspect(page);
  });

  await test.step("the confirmation shows the email, and one press refunds", async () => {
    await page.getByLabel("Amount").fill("12.50");
    await press(page, "Check and continue");
    await expect(page.getByText("Preview of the email")).toBeVisible();
    await expect(page.getByText("We’ve refunded £12.50 for your sale")).toBeVisible();
    await inspect(page);
    await press(page, "Yes, refund and email");
    await expect(message(page, "Stripe has accepted the refund")).toBeVisible();
    await expectPath(page, `/admin/transactions/${transaction_id}/orders`);
    await expect(page.getByRole("table", { name: "Refunds" })).toContainText("£12.50");
    await expect(page.getByText("Refunded £12.50 on").first()).toBeVisible();
    await inspect(page);
  });
});

test("staff record an invoice to the owner of a code and its money, and undo both (19)", async ({
  page,
  context,
  db,
  person,
  inspect,
  scripts,
}) => {
  const code = `J${person.email.replaceAll(/\W/g, "").slice(0, 30)}`;
  await insertSaleWithCode(db, person.email, code);
  await signInStaff(db, context);

  await test.step("the sale is to invoice, and the form says what is missing", async () => {
    await page.goto("/admin/payments");
    await page.getByRole("link", { name: "Invoices", exact: true }).click();
    await expect(heading(page, "Invoices")).toBeVisible();
    await inspect(page);
    await page.goto("/admin/invoices?size=100");
    await row(page, code).getByRole("link", { name: "Record invoice" }).click();
    await expect(page.getByRole("heading", { name: "Record an invoice" })).toBeVisible();
    await page.getByLabel("Invoice number").fill(`N-${code}`);
    await press(page, "Record invoice");
    await expectErrors(page, ["Enter the invoice date", "Enter the due date"]);
    await inspect(page);
  });

  await test.step("the invoice is overdue once its due date has passed", async () => {
    for (const [legend, day] of [
      ["Invoice date", "2"],
      ["Due date", "16"],
    ] as const) {
      await fillDate(page, legend, day);
    }
    await press(page, "Record invoice");
    await expect(message(page, "Invoice recorded")).toBeVisible();
    await expect(row(page, `N-${code}`)).toContainText("Overdue");
    await inspect(page);
  });

  await test.step("the money of the invoice comes in, and the list shows the day", async () => {
    const loads = await countLoads(page, async () => {
      await page.getByRole("checkbox", { name: `N-${code}` }).check();
      await press(page, "Record money received…");
      await expect(page.getByRole("heading", { name: "Record money received" })).toBeVisible();
      await inspect(page);
      await fillDate(page, "Day on which the money came in", "20");
      await press(page, "Record money");
      await expect(message(page, "Money recorded")).toBeVisible();
    });
    if (scripts) expect(loads).toBe(2);
    await expect(row(page, `N-${code}`)).toContainText("20/01/2026");
    await inspect(page);
  });

  await test.step("the reverse actions lead back to “To invoice”", async () => {
    await row(page, `N-${code}`).getByRole("link", { name: "Mark as not received" }).click();
    await expect(page.getByRole("heading", { name: "Mark as not received" })).toBeVisible();
    await inspect(page);
    await press(page, "Mark as not received");
    await expect(message(page, "Invoice marked as not received")).toBeVisible();
    await page.goto("/admin/invoices?state=invoiced&size=100");
    await row(page, `N-${code}`).getByRole("link", { name: "Cancel invoice" }).click();
    await expect(page.getByRole("heading", { name: "Cancel invoice" })).toBeVisible();
    await inspect(page);
    await press(page, "Cancel invoice");
    await expect(message(page, "Invoice cancelled")).toBeVisible();
    await page.goto("/admin/invoices?size=100");
    await expect(row(page, code)).toContainText("1 sale");
  });

  await test.step("the sale won’t be invoiced for a reason, and can be invoiced after all", async () => {
    await row(page, code).getByRole("link", { name: "Don’t invoice" }).click();
    await expect(page.getByRole("heading", { name: "Don’t invoice sales" })).toBeVisible();
    await press(page, "Don’t invoice");
    await expectErrors(page, ["Choose at least one sale", "Enter the reason"]);
    await inspect(page);
    await page.getByRole("checkbox", { name: /^F-\d+/ }).check();
    await page.getByLabel("Reason").fill("Goodwill");
    await press(page, "Don’t invoice");
    await expect(message(page, "Saved: these sales won’t be invoiced")).toBeVisible();
    await expect(row(page, code)).toContainText("Goodwill");
    await inspect(page);
    await row(page, code).getByRole("link", { name: "Invoice after all" }).click();
    await expect(page.getByRole("heading", { name: "Invoice after all" })).toBeVisible();
    await inspect(page);
    await press(page, "Invoice after all");
    await expect(message(page, "The sale is to invoice again")).toBeVisible();
    await page.goto("/admin/invoices?size=100");
    await expect(row(page, code)).toContainText("1 sale");
  });
});

/** Fills in a day of January 2026. */
async function fillDate(page: Page, legend: string, day: string) {
  const date = page.getByRole("group", { name: legend });
  await date.getByLabel("Day").fill(day);
  await date.getByLabel("Month").fill("1");
  await date.getByLabel("Year").fill("2026");
}

/** Inserts a sale that was paid by card, also at Stripe’s double. Returns the matter’s id. */
async function insertPaidByCard(db: Db, email: string): Promise<string> {
  const seller = await insertPerson(db, email);
  const { id: transaction_id } = await insertSale(db, seller.id);
  const intent = newIntent({
    amount: 24_000,
    currency: "gbp",
    customer: null,
    description: null,
    receipt_email: null,
    metadata: {},
  });
  const { id: order_id } = await db
    .insertInto("orders")
    .values({
      transaction_id,
      payment_type: "stripe_direct",
      total_amount_pence: 24_000,
      stripe_transaction_id: intent.id,
      stripe_transaction_status: "succeeded",
      paid_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const latest_charge = newId("ch");
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  await postgresState(pool).put(intents, intent.id, {
    ...intent,
    amount_received: 24_000,
    latest_charge,
    metadata: { order_id },
    status: "succeeded",
  });
  await pool.end();
  return transaction_id;
}

async function insertSaleWithCode(db: Db, email: string, code: string) {
  const seller = await insertPerson(db, email);
  const { id: transaction_id } = await insertSale(db, seller.id);
  await db.insertInto("referral_codes").values({ code, label: code }).execute();
  await db
    .insertInto("orders")
    .values({
      transaction_id,
      payment_type: "invoice",
      code,
      total_amount_pence: 0,
      stripe_transaction_status: "succeeded",
      paid_at: new Date(),
    })
    .execute();
}
