import { beforeAll, describe, expect, test } from "vitest";
import { stripeStatusLabel } from "#app/domain/payments/labels.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { insertCode, intentFor, sellerAtPayment } from "#tests/support/payments.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { open } from "../pages.ts";
import { listCards } from "./cards.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

async function openTab(id: string) {
  const { html, text, status } = await open(`/admin/transactions/${id}/orders`, ada);
  const cards = listCards(html);
  return { status, text, order: cards.find(({ title }) => title === "Order"), cards };
}

describe("the Orders tab (K-013 K-083 X-017 X-018 AMB-K02)", () => {
  test("the Orders tab shows a message if there is no order", async () => {
    const { sale } = await sellerAtPayment(db);
    const { status, text } = await openTab(sale.transaction_id);
    expect(status).toBe(200);
    expect(text).toContain("No order yet.");
  });

  test("the Orders tab shows the items, the total and “Not paid”", async () => {
    const { sale } = await sellerAtPayment(db);
    await intentFor(db, sale);
    const { order, text } = await openTab(sale.transaction_id);
    expect(order?.facts).toMatchObject({
      "Payment type": "Stripe",
      "Referral code": "None",
      Paid: "Not paid",
      "Stripe status": "None",
      "Stripe payment ID": "None",
      "Stripe customer ID": "None",
      "Stripe checkout session ID": "None",
    });
    expect(order?.text).toContain("Service fee £240.00");
    expect(order?.text).toContain("Total £240.00");
    expect(text).toContain("No payment events yet.");
    expect(text).toContain("No payment emails yet.");
    expect(text).not.toContain("under review");
  });

  test("the Orders tab shows a referral discount between the items and the total (E-028)", async () => {
    const { sale } = await sellerAtPayment(db);
    await getOrCreateOrder(db, sale);
    await insertCode(db, "FRIEND20");
    await inTransaction(db, (trx) => payWithReferralCode(trx, sale, "FRIEND20"));
    const { order } = await openTab(sale.transaction_id);
    expect(order?.text).toContain(
      "Service fee £240.00 Referral code FRIEND20 -£240.00 Total £0.00",
    );
  });

  test("the Orders tab shows a payment with its event and email", async () => {
    const { sale, email } = await sellerAtPayment(db);
    const intent = await intentFor(db, sale, { customer: "cus_1" });
    await recordPayment(db, intent);
    await db
      .updateTable("orders")
      .set({ paid_at: new Date("2026-07-01T23:30:00Z"), stripe_checkout_session_id: "cs_1" })
      .where("transaction_id", "=", sale.transaction_id)
      .execute();
    const { order, cards } = await openTab(sale.transaction_id);
    expect(order?.facts).toMatchObject({
      Paid: "02/07/2026, 00:30",
      "Stripe status": "Succeeded",
      "Stripe payment ID": intent.id,
      "Stripe customer ID": "cus_1",
      "Stripe checkout session ID": "cs_1",
    });
    const happened = cards.find(({ title }) => title === "Payment history");
    expect(happened?.text).toContain("Payment Successful");
    expect(happened?.text).toContain(`Payment Received ${email} Waiting`);
  });

  test("the Orders tab shows a payment under review, and the reason", async () => {
    const { sale } = await sellerAtPayment(db);
    await recordPayment(db, await intentFor(db, sale));
    const second = await intentFor(db, sale);
    await recordPayment(db, second);
    const { text } = await openTab(sale.transaction_id);
    expect(text).toContain("A payment is under review");
    expect(text).toMatch(
      new RegExp(`${second.id} ?, on .*: The order had already been paid for with another payment`),
    );
    expect(text).toContain("Contact the customer and refund the overpayment");
    expect(text).toContain("All payments to look at");
    expect(text).toContain("Payment Review");
  });

  test("the Orders tab shows a referral code as an invoice with a zero total (E-029)", async () => {
    const { sale } = await sellerAtPayment(db);
    await db.insertInto("referral_codes").values({ code: "ARCH", label: "Arch" }).execute();
    await getOrCreateOrder(db, sale);
    await db
      .updateTable("orders")
      .set({
        payment_type: "invoice",
        code: "ARCH",
        total_amount_pence: 0,
        stripe_transaction_status: "succeeded",
        paid_at: new Date("2026-07-01T10:00:00Z"),
      })
      .where("transaction_id", "=", sale.transaction_id)
      .execute();
    const { order } = await openTab(sale.transaction_id);
    expect(order?.facts).toMatchObject({ "Payment type": "Invoice", "Referral code": "ARCH" });
    expect(order?.text).toContain("Service fee £240.00 Referral code ARCH -£240.00 Total £0.00");
  });

  test("the Orders tab shows an error if the order cannot be read (K-022)", async () => {
    expectError(/relation "email_log" does not exist/);
    const { sale } = await sellerAtPayment(db);
    await withoutTable(db, "email_log", async () => {
      const { status, text } = await openTab(sale.transaction_id);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching the transaction details");
    });
  });

  test.each([
    [null, "None"],
    ["succeeded", "Succeeded"],
    ["requires_payment_method", "Requires payment method"],
  ])("the Stripe status %s is labelled %j", (status, said) => {
    expect(stripeStatusLabel(status)).toBe(said);
  });
});
