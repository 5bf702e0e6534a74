import { describe, expect, test } from "vitest";
import type { PaymentIntent } from "#app/clients/stripe/client.server.ts";
import { readPaymentFailed, readPaymentHeld } from "#app/domain/payments/orders.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { readSale } from "#app/domain/sales/read-sale.server.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import {
  codeUses,
  uniquePostcode,
  emailNames,
  insertCode,
  intentFor,
  orderRow,
  emptyQueue,
  queuedCancellations,
  listReviews,
  sellerAtPayment,
} from "#tests/support/payments.ts";
import { eventNames } from "#tests/support/sales.ts";

const { db } = useTestDatabase();

const record = (intent: PaymentIntent) => inTransaction(db, (trx) => recordPayment(trx, intent));

async function isComplete({
  transaction_id,
  seller_id,
}: {
  transaction_id: string;
  seller_id: ReaderId;
}) {
  return (await readSale(db, { id: transaction_id, seller_id })).complete;
}

describe("a payment that succeeded (E-017, E-037, E-039, X-018)", () => {
  test("a successful payment pays for the sale, with one event and one email", async () => {
    const { sale, email: recipient } = await sellerAtPayment(db);
    const intent = await intentFor(db, sale, { customer: "cus_1" });
    expect(await record(intent)).toBe("paid");
    expect(await orderRow(db, sale)).toMatchObject({
      payment_type: "stripe_direct",
      stripe_transaction_id: intent.id,
      stripe_transaction_status: "succeeded",
      stripe_customer_id: "cus_1",
      paid_at: expect.any(Date),
      review: null,
    });
    expect(await eventNames(db, sale.transaction_id)).toContain("payment_successful");
    expect(await emailNames(db, sale)).toEqual(["payment_received"]);
    const { id } = await orderRow(db, sale);
    const email = await db
      .selectFrom("email_log")
      .select(["props", "recipient"])
      .where("user_id", "=", sale.seller_id)
      .where("name", "=", "payment_received")
      .executeTakeFirstOrThrow();
    expect(email).toEqual({ props: { order_id: id }, recipient });
    expect(await isComplete(sale)).toBe(true);
  });

  test("a successful payment that is reported twenty times concurrently pays for the sale once", async () => {
    const { sale } = await sellerAtPayment(db);
    const intent = await intentFor(db, sale);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => record(intent)));
    expect(outcomes.filter((outcome) => outcome === "paid")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "ignored")).toHaveLength(19);
    expect(await emailNames(db, sale)).toEqual(["payment_received"]);
  });

  test.each(["processing", "requires_payment_method", "canceled"] as const)(
    "a paid order stays paid: a later status of %s is ignored",
    async (status) => {
      const { sale } = await sellerAtPayment(db);
      const intent = await intentFor(db, sale);
      await record(intent);
      expect(await record({ ...intent, status, amount_received_pence: 0 })).toBe("ignored");
      expect(await orderRow(db, sale)).toMatchObject({ stripe_transaction_status: "succeeded" });
    },
  );
});

describe("a payment that has not succeeded", () => {
  test.each(["processing", "requires_payment_method", "requires_action", "canceled"] as const)(
    "a payment in the status %s is recorded and does not complete the sale",
    async (status) => {
      const { sale } = await sellerAtPayment(db);
      const intent = await intentFor(db, sale, { status, amount_received_pence: 0 });
      const { transaction_id } = sale;
      await db
        .updateTable("orders")
        .set({ stripe_transaction_id: intent.id })
        .where("transaction_id", "=", transaction_id)
        .execute();
      expect(await record(intent)).toBe("noted");
      expect(await orderRow(db, sale)).toMatchObject({
        stripe_transaction_status: status,
        paid_at: null,
      });
      expect(await isComplete(sale)).toBe(false);
      expect(await emailNames(db, sale)).toEqual([]);
    },
  );

  test("an unsuccessful payment of an earlier attempt is ignored, unless it is processing", async () => {
    const { sale } = await sellerAtPayment(db);
    const current = await intentFor(db, sale, { status: "processing" });
    await record(current);
    const earlier = await intentFor(db, sale, { status: "canceled" });
    expect(await record(earlier)).toBe("ignored");
    expect(await orderRow(db, sale)).toMatchObject({ stripe_transaction_id: current.id });
    expect(await record({ ...earlier, status: "processing" })).toBe("noted");
    expect(await orderRow(db, sale)).toMatchObject({ stripe_transaction_id: earlier.id });
  });
});

describe("a payment that fails after it was processing", () => {
  const NO_FUNDS = "Your card has insufficient funds.";

  async function startProcessing() {
    const { sale } = await sellerAtPayment(db);
    const intent = await intentFor(db, sale, { status: "processing", amount_received_pence: 0 });
    await record(intent);
    const failed = { ...intent, status: "requires_payment_method", last_error: NO_FUNDS } as const;
    return { sale, intent, failed };
  }

  test("a payment that fails after processing emails the seller once with the bank's reason", async () => {
    const { sale, failed } = await startProcessing();
    await Promise.all(Array.from({ length: 5 }, () => record(failed)));
    expect(await orderRow(db, sale)).toMatchObject({
      stripe_transaction_status: "requires_payment_method",
      payment_failed_at: expect.any(Date),
      payment_failure: NO_FUNDS,
    });
    expect(await emailNames(db, sale)).toEqual(["payment_failed"]);
    const events = await eventNames(db, sale.transaction_id);
    expect(events.filter((name) => name === "payment_failed")).toHaveLength(1);
    const { id } = await orderRow(db, sale);
    expect(await readPaymentFailed(db, { order_id: id })).toMatchObject({
      amount_pence: 24_000,
      reason: NO_FUNDS,
      payment_page: `http://localhost:3000/sell/payment?sale=${sale.transaction_id}`,
    });
  });

  test("no reason is recorded for a failed payment if the bank gave none for customers", async () => {
    const { sale, failed } = await startProcessing();
    await record({ ...failed, last_error: null });
    expect(await orderRow(db, sale)).toMatchObject({
      payment_failed_at: expect.any(Date),
      payment_failure: null,
    });
    expect(await emailNames(db, sale)).toEqual(["payment_failed"]);
  });

  test("each failure of a payment emails the seller, and the failure is cleared when that payment is processing again or succeeds", async () => {
    const { sale, intent, failed } = await startProcessing();
    await record(failed);
    await record(intent);
    expect(await orderRow(db, sale)).toMatchObject({ payment_failed_at: null });
    await record(failed);
    expect(await emailNames(db, sale)).toEqual(["payment_failed", "payment_failed"]);
    await record({ ...intent, status: "succeeded", amount_received_pence: 24_000 });
    expect(await orderRow(db, sale)).toMatchObject({
      payment_failed_at: null,
      payment_failure: null,
    });
  });

  test("the failure of a payment is cleared when a referral code pays", async () => {
    await insertCode(db, "AFTER FAILURE");
    const { sale, failed } = await startProcessing();
    await record(failed);
    await payWithReferralCode(db, sale, "AFTER FAILURE");
    expect(await orderRow(db, sale)).toMatchObject({
      payment_failed_at: null,
      code: "AFTER FAILURE",
    });
  });

  test("a payment that is declined immediately records the reason for the payment page and sends no email", async () => {
    const { sale } = await sellerAtPayment(db);
    const intent = await intentFor(db, sale, {
      status: "requires_payment_method",
      last_error: "Your card has been declined.",
    });
    await db
      .updateTable("orders")
      .set({ stripe_transaction_id: intent.id })
      .where("transaction_id", "=", sale.transaction_id)
      .execute();
    await record(intent);
    expect(await orderRow(db, sale)).toMatchObject({
      payment_failure: "Your card has been declined.",
    });
    expect(await emailNames(db, sale)).toEqual([]);
  });

  test("a processing payment that ends with the wrong amount is held for review and emailed once", async () => {
    const { sale, intent } = await startProcessing();
    const other = { ...intent, status: "succeeded", amount_received_pence: 20_000 } as const;
    for (let told = 0; told < 3; told++) await record(other);
    expect(await emailNames(db, sale)).toEqual(["payment_held"]);
    const { id } = await db
      .selectFrom("payment_reviews")
      .select("id")
      .where("stripe_transaction_id", "=", intent.id)
      .executeTakeFirstOrThrow();
    expect(await readPaymentHeld(db, { payment_review_id: id })).toMatchObject({
      sum: "£200.00",
      why: "the amount doesn’t match your order",
    });
  });
});

describe("a second open payment, once money has arrived or is processing (AMB-E11)", () => {
  const cardForm = { stripe_transaction_id: "pi_open", stripe_checkout_session_id: null };
  const stripesPage = { stripe_transaction_id: null, stripe_checkout_session_id: "cs_open" };

  /** Records a payment next to a different open one and returns the queued cancellation. */
  async function recordWithOpenPayment(
    open: typeof cardForm | typeof stripesPage,
    told: Partial<PaymentIntent>,
  ) {
    await emptyQueue(db);
    const { sale } = await sellerAtPayment(db);
    const intent = await intentFor(db, sale, told);
    await db
      .updateTable("orders")
      .set({ ...open, stripe_transaction_id: open.stripe_transaction_id && `pi_${sale.seller_id}` })
      .where("transaction_id", "=", sale.transaction_id)
      .execute();
    await record(intent);
    const [job, ...more] = await queuedCancellations(db);
    expect(more).toEqual([]);
    return { job, of: `pi_${sale.seller_id}` };
  }

  test.each([
    ["succeeded", {}],
    ["is processing", { status: "processing" }],
    ["is of a different amount", { amount_received_pence: 100 }],
  ] as const)(
    "an open payment is cancelled when another payment of its order %s",
    async (_what, told) => {
      const card = await recordWithOpenPayment(cardForm, told);
      expect(card.job).toEqual({ ...cardForm, stripe_transaction_id: card.of });
      const page = await recordWithOpenPayment(stripesPage, told);
      expect(page.job).toEqual(stripesPage);
      await db.updateTable("orders").set({ stripe_checkout_session_id: null }).execute();
    },
  );

  test("an open payment is not cancelled if it is the one that was paid", async () => {
    await emptyQueue(db);
    const { sale } = await sellerAtPayment(db);
    const intent = await intentFor(db, sale, { status: "processing" });
    await record(intent);
    await record({ ...intent, status: "succeeded" });
    expect(await queuedCancellations(db)).toEqual([]);
  });
});

describe("a payment that does not match its order", () => {
  test.each([
    ["too little", { amount_received_pence: 100 }],
    ["too much", { amount_received_pence: 24_001 }],
    ["a different currency", { currency: "usd" }],
  ])(
    "a payment goes to review as amount_mismatch and does not pay for the order: %s",
    async (_what, change) => {
      const { sale } = await sellerAtPayment(db);
      expect(await record(await intentFor(db, sale, change))).toBe("review");
      expect(await orderRow(db, sale)).toMatchObject({ review: "amount_mismatch", paid_at: null });
      expect(await listReviews(db, sale)).toMatchObject([{ reason: "amount_mismatch" }]);
      expect(await isComplete(sale)).toBe(false);
      expect(await emailNames(db, sale)).toEqual(["payment_held"]);
    },
  );

  test("a payment goes to review as paid_twice if the order is already paid", async () => {
    const { sale } = await sellerAtPayment(db);
    const first = await intentFor(db, sale);
    await record(first);
    expect(await record(await intentFor(db, sale))).toBe("review");
    expect(await orderRow(db, sale)).toMatchObject({
      review: "paid_twice",
      stripe_transaction_id: first.id,
    });
    expect(await emailNames(db, sale)).toEqual(["payment_held", "payment_received"]);
  });

  test("each payment that goes to review is stored once, and the team is emailed once about it", async () => {
    const { sale } = await sellerAtPayment(db);
    const wrong = await intentFor(db, sale, { amount_received_pence: 100 });
    const paid = await intentFor(db, sale);
    const [second, third] = [await intentFor(db, sale), await intentFor(db, sale)];
    for (const intent of [wrong, wrong, paid, second, third, wrong, second, paid]) {
      await record(intent);
    }
    const told = { email: "payment_review", recipient: "team@fanlight.example" };
    expect(await listReviews(db, sale)).toEqual([
      { stripe_transaction_id: wrong.id, reason: "amount_mismatch", ...told },
      { stripe_transaction_id: second.id, reason: "paid_twice", ...told },
      { stripe_transaction_id: third.id, reason: "paid_twice", ...told },
    ]);
    expect(await emailNames(db, sale)).toEqual([
      "payment_held",
      "payment_held",
      "payment_held",
      "payment_received",
    ]);
  });

  test("a payment goes to review as paid_and_referred if a referral code has already paid", async () => {
    const { sale } = await sellerAtPayment(db);
    const intent = await intentFor(db, sale);
    await insertCode(db, "AFTERWARDS");
    await inTransaction(db, (trx) => payWithReferralCode(trx, sale, "AFTERWARDS"));
    expect(await record(intent)).toBe("review");
    expect(await orderRow(db, sale)).toMatchObject({
      review: "paid_and_referred",
      payment_type: "invoice",
      total_amount_pence: 0,
    });
    expect(await emailNames(db, sale)).toEqual(["payment_held", "payment_received"]);
  });

  test("a card payment goes to review if a referral code pays concurrently and comes first", async () => {
    await insertCode(db, "RACE");
    const rounds = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { sale } = await sellerAtPayment(db, { home: uniquePostcode() });
        const intent = await intentFor(db, sale);
        const [card, code] = await Promise.allSettled([
          record(intent),
          inTransaction(db, (trx) => payWithReferralCode(trx, sale, "race")),
        ]);
        return { card, code, order: await orderRow(db, sale) };
      }),
    );
    for (const { card, code, order } of rounds) {
      const outcome = card.status === "fulfilled" ? card.value : "failed";
      expect(order.paid_at).not.toBeNull();
      if (code.status === "fulfilled") {
        expect([outcome, order.review]).toEqual(["review", "paid_and_referred"]);
      } else {
        expect(code.reason).toMatchObject({ status: 409 });
        expect([outcome, order.code, order.review]).toEqual(["paid", null, null]);
      }
    }
    const byCode = rounds.filter(({ code }) => code.status === "fulfilled").length;
    expect(await codeUses(db, "RACE")).toBe(byCode);
  });
});

test.each([
  ["no order id", {}, "ignored"],
  ["an invalid order id", { order_id: "order-1" }, "ignored"],
  ["an empty order id", { order_id: "" }, "ignored"],
  ["an unknown order id", { order_id: "f".repeat(24) }, "unknown"],
])(
  "a payment with %s does not change the order",
  async (_what, metadata: Record<string, string>, outcome) => {
    const { sale } = await sellerAtPayment(db);
    expect(await record(await intentFor(db, sale, { metadata }))).toBe(outcome);
    expect(await orderRow(db, sale)).toMatchObject({ paid_at: null, review: null });
  },
);
