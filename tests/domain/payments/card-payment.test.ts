import { describe, expect, test, vi } from "vitest";
import { startCardPayment, startHostedPayment } from "#app/domain/payments/start-payment.server.ts";
import { findOrderOfSeller, getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { cancelPayment } from "#app/jobs/jobs.server.ts";
import { inTransaction } from "#db/connection.ts";
import { setFault } from "#mocks/faults.ts";
import { customers, intents, sessions } from "#mocks/stripe/objects.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { changeIntent, insertCode, orderRow, sellerAtPayment } from "#tests/support/payments.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

const urls = {
  success: "http://localhost:3000/sell/payment-success",
  cancel: "http://localhost:3000/sell/payment",
};

const isCreation = (input: unknown) =>
  typeof input === "string" && input.endsWith("/payment_intents");

describe("a card payment created by the server (E-009, E-011, X-020, X-021, AMB-E02)", () => {
  test("starting a card payment sends Stripe the customer, amount, products and receipt address, and returns the secret and the amount", async () => {
    const { sale, email } = await sellerAtPayment(db);
    const answer = await startCardPayment(db, sale);
    const [intent] = await state.list(intents);
    const [customer] = await state.list(customers);
    expect(answer).toEqual({ client_secret: intent?.client_secret, total_amount_pence: 24_000 });
    const order = await orderRow(db, sale);
    expect(intent).toMatchObject({
      amount: 24_000,
      currency: "gbp",
      customer: customer?.id,
      description: "Service fee: 12 Arch Street, York, YO1 7HZ",
      receipt_email: email,
      metadata: { order_id: order.id, transaction_id: sale.transaction_id },
    });
    expect(customer).toMatchObject({ email, name: "Sam Seller" });
    expect(order).toMatchObject({
      stripe_customer_id: customer?.id,
      stripe_transaction_id: intent?.id,
      stripe_transaction_status: "requires_payment_method",
    });
    const user = await db
      .selectFrom("users")
      .select("stripe_customer_id")
      .where("id", "=", sale.seller_id)
      .executeTakeFirstOrThrow();
    expect(user.stripe_customer_id).toBe(customer?.id);
  });

  test("truncates a long address in the description of a payment to Stripe's limit", async () => {
    const { sale } = await sellerAtPayment(db);
    const { property_id } = await db
      .selectFrom("transactions")
      .select("property_id")
      .where("id", "=", sale.transaction_id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable("addresses")
      .set({ line_1: "1 ".repeat(127) })
      .where("id", "=", (eb) =>
        eb.selectFrom("properties").select("address_id").where("id", "=", property_id),
      )
      .execute();
    await startCardPayment(db, sale);
    const [intent] = await state.list(intents);
    expect(intent?.description).toHaveLength(250);
  });

  test("starting a card payment twice reuses the order's open payment and Stripe customer", async () => {
    const { sale } = await sellerAtPayment(db);
    const first = await startCardPayment(db, sale);
    expect(await startCardPayment(db, sale)).toEqual(first);
    expect(await state.list(intents)).toHaveLength(1);
    expect(await state.list(customers)).toHaveLength(1);
  });

  test("five concurrent tabs create one payment and one Stripe customer", async () => {
    const { sale } = await sellerAtPayment(db);
    const answers = await Promise.all(Array.from({ length: 5 }, () => startCardPayment(db, sale)));
    expect(new Set(answers.map(({ client_secret }) => client_secret)).size).toBe(1);
    expect(await state.list(intents)).toHaveLength(1);
    expect(await state.list(customers)).toHaveLength(1);
  });

  test.each([
    ["was cancelled", (id: string) => changeIntent(state, id, { status: "canceled" })],
    ["no longer exists at Stripe", (id: string) => state.delete(intents, id)],
  ])("a new payment is created if the old one %s", async (_what, spoil) => {
    const { sale } = await sellerAtPayment(db);
    const first = await startCardPayment(db, sale);
    await spoil((await orderRow(db, sale)).stripe_transaction_id ?? "");
    const second = await startCardPayment(db, sale);
    expect(second.client_secret).not.toBe(first.client_secret);
    const { stripe_transaction_id } = await orderRow(db, sale);
    expect(second.client_secret).toMatch(new RegExp(`^${stripe_transaction_id}_secret_`));
  });

  test.each([
    ["succeeded", "This sale has already been paid for."],
    ["processing", "Your payment is still being processed. You don’t need to pay again."],
  ] as const)(
    "a payment that has become %s at Stripe is recorded, and no second one is started: %s",
    async (status, message) => {
      const { sale } = await sellerAtPayment(db);
      await startCardPayment(db, sale);
      const id = (await orderRow(db, sale)).stripe_transaction_id ?? "";
      await changeIntent(state, id, {
        status,
        amount_received: status === "succeeded" ? 24_000 : 0,
      });
      const refused = { status: 409, message };
      await expect(startCardPayment(db, sale)).rejects.toMatchObject(refused);
      await expect(startHostedPayment(db, sale, urls)).rejects.toMatchObject(refused);
      expect(await orderRow(db, sale)).toMatchObject({ stripe_transaction_status: status });
      expect(await state.list(intents)).toHaveLength(1);
      expect(await state.list(sessions)).toHaveLength(0);
    },
  );

  test("returns no secret if a referral code pays for the sale during the request to Stripe", async () => {
    await insertCode(db, "MEANWHILE");
    const { sale } = await sellerAtPayment(db);
    const { fetch } = globalThis;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const answer = await fetch(input, init);
      if (isCreation(input)) {
        await inTransaction(db, (trx) => payWithReferralCode(trx, sale, "MEANWHILE"));
      }
      return answer;
    });
    await expect(startCardPayment(db, sale)).rejects.toMatchObject({ status: 409 });
    expect(await state.list(intents)).toHaveLength(1);
    expect(await orderRow(db, sale)).toMatchObject({
      code: "MEANWHILE",
      stripe_transaction_id: null,
    });
  });

  test("both tabs get the payment that was stored first, if two were created concurrently", async () => {
    const { sale } = await sellerAtPayment(db);
    const { fetch } = globalThis;
    const others: Promise<{ client_secret: string }>[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const answer = await fetch(input, init);
      if (isCreation(input) && others.length === 0) {
        // After more than ten minutes, the idempotency key differs, so Stripe treats this as a new
        // request.
        const later = Date.now() + 11 * 60 * 1_000;
        const clock = vi.spyOn(Date, "now").mockReturnValue(later);
        others.push(startCardPayment(db, sale));
        await others[0];
        clock.mockRestore();
      }
      return answer;
    });
    const { client_secret } = await startCardPayment(db, sale);
    expect(await state.list(intents)).toHaveLength(2);
    expect(client_secret).toBe((await others[0])?.client_secret);
    expect(client_secret).toContain((await orderRow(db, sale)).stripe_transaction_id);
  });

  test("no payment can be started while an earlier one is under review", async () => {
    const { sale } = await sellerAtPayment(db);
    const { id } = await getOrCreateOrder(db, sale);
    await db
      .updateTable("orders")
      .set({ review: "amount_mismatch" })
      .where("id", "=", id)
      .execute();
    await expect(startCardPayment(db, sale)).rejects.toMatchObject({ status: 409 });
    await expect(startHostedPayment(db, sale, urls)).rejects.toMatchObject({ status: 409 });
    expect(await state.list(intents)).toHaveLength(0);
  });

  test("a customer can neither pay for nor look up another customer's order", async () => {
    const { sale } = await sellerAtPayment(db);
    const other = await sellerAtPayment(db);
    const forged = { ...sale, seller_id: other.sale.seller_id };
    await expect(startCardPayment(db, forged)).rejects.toThrow("Transaction not found");
    const { id } = await getOrCreateOrder(db, sale);
    expect(await findOrderOfSeller(db, { order_id: id, seller_id: forged.seller_id })).toBeNull();
  });
});

describe("a Stripe outage", () => {
  test.each(["down", "nonsense", "reset"] as const)(
    "no payment starts during a Stripe outage (%s), and one can be started afterwards",
    async (fault) => {
      const { sale } = await sellerAtPayment(db);
      await setFault(state, "stripe", fault);
      await expect(startCardPayment(db, sale)).rejects.toMatchObject({ vendor: "stripe" });
      await expect(startHostedPayment(db, sale, urls)).rejects.toMatchObject({ vendor: "stripe" });
      expect(await orderRow(db, sale)).toMatchObject({
        stripe_transaction_id: null,
        stripe_checkout_session_id: null,
      });
      await setFault(state, "stripe", "none");
      await expect(startCardPayment(db, sale)).resolves.toMatchObject({
        total_amount_pence: 24_000,
      });
    },
  );

  test('rejects an answer from Stripe without a customer id: "Stripe customer created without ID" (E-010)', async () => {
    const { sale } = await sellerAtPayment(db);
    vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ object: "customer" }));
    await expect(startCardPayment(db, sale)).rejects.toThrow("Stripe customer created without ID");
    expect(await orderRow(db, sale)).toMatchObject({ stripe_transaction_id: null });
  });
});

describe("cancelling open payments after a referral code has paid (AMB-E07)", () => {
  const attempt = { number: 1, isLast: false };

  test("the cancellation job cancels the payment at Stripe, expires the hosted page and can run twice", async () => {
    const { sale } = await sellerAtPayment(db);
    await startCardPayment(db, sale);
    const { stripe_transaction_id } = await orderRow(db, sale);
    const other = await sellerAtPayment(db);
    await startHostedPayment(db, other.sale, urls);
    const { stripe_checkout_session_id } = await orderRow(db, other.sale);
    const open = { stripe_transaction_id, stripe_checkout_session_id };
    await cancelPayment.handle(open, attempt);
    await cancelPayment.handle(open, attempt);
    expect((await state.get(intents, stripe_transaction_id ?? ""))?.status).toBe("canceled");
    expect((await state.get(sessions, stripe_checkout_session_id ?? ""))?.session.status).toBe(
      "expired",
    );
  });

  test("the cancellation job fails while Stripe is down and succeeds when it is retried", async () => {
    await setFault(state, "stripe", "down");
    const open = { stripe_transaction_id: "pi_1", stripe_checkout_session_id: null };
    await expect(cancelPayment.handle(open, attempt)).rejects.toMatchObject({ vendor: "stripe" });
    await setFault(state, "stripe", "none");
    await cancelPayment.handle(open, attempt);
  });
});
