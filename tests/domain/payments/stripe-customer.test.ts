import { beforeEach, describe, expect, test, vi } from "vitest";
import { resetBreakers } from "#app/clients/outbound.server.ts";
import { cancelIntent } from "#app/domain/payments/open-payments.server.ts";
import {
  correctStripeCustomer,
  startCardPayment,
  stripeCustomer,
} from "#app/domain/payments/start-payment.server.ts";
import { setFault } from "#mocks/faults.ts";
import { customers, intents } from "#mocks/stripe/objects.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { orderRow, sellerAtPayment } from "#tests/support/payments.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
beforeEach(resetBreakers);

test("a Stripe customer is created once per seller and reused without a request (E-009)", async () => {
  const { sale, email } = await sellerAtPayment(db);
  const first = await stripeCustomer(db, sale.seller_id);
  expect(first).toEqual({ customer: expect.stringMatching(/^cus_/), email });
  expect(await state.list(customers)).toMatchObject([{ metadata: { user_id: sale.seller_id } }]);
  const asked = vi.spyOn(globalThis, "fetch");
  expect(await stripeCustomer(db, sale.seller_id)).toEqual(first);
  expect(asked).not.toHaveBeenCalled();
});

describe("a seller whose name and email were corrected (AMB-K03)", () => {
  async function corrected() {
    const { sale } = await sellerAtPayment(db);
    await startCardPayment(db, sale);
    const email = `right.${crypto.randomUUID()}@example.test`;
    await db
      .updateTable("users")
      .set({ email, first_name: "Right" })
      .where("id", "=", sale.seller_id)
      .execute();
    const { stripe_transaction_id: payment } = await orderRow(db, sale);
    return { sale, email, payment: payment! };
  }

  test("sends a seller's corrected name and email to Stripe, also for the receipt of a payment started earlier", async () => {
    const other = await sellerAtPayment(db);
    await startCardPayment(db, other.sale);
    const { sale, email, payment } = await corrected();
    await correctStripeCustomer(db, sale.seller_id);
    const { customer } = await stripeCustomer(db, sale.seller_id);
    expect(await state.get(customers, customer)).toMatchObject({
      email,
      name: expect.stringMatching(/^Right /),
      metadata: { user_id: sale.seller_id },
    });
    expect(await state.get(intents, payment)).toMatchObject({ receipt_email: email });
    const theirs = await orderRow(db, other.sale);
    expect(await state.get(intents, theirs.stripe_transaction_id!)).toMatchObject({
      receipt_email: other.email,
    });
  });

  test("ignores a correction if the payment was cancelled and Stripe has deleted the customer", async () => {
    const { sale, payment } = await corrected();
    await cancelIntent(payment);
    const { customer } = await stripeCustomer(db, sale.seller_id);
    await state.delete(customers, customer);
    await expect(correctStripeCustomer(db, sale.seller_id)).resolves.toBeUndefined();
  });

  test("the correction of a seller's details at Stripe fails while Stripe is down, so that its job is retried", async () => {
    const { sale } = await corrected();
    await setFault(state, "stripe", "down");
    await expect(correctStripeCustomer(db, sale.seller_id)).rejects.toMatchObject({ kind: "5xx" });
  });

  test("sends no correction to Stripe before a seller's first payment", async () => {
    const { sale } = await sellerAtPayment(db);
    const asked = vi.spyOn(globalThis, "fetch");
    await correctStripeCustomer(db, sale.seller_id);
    await correctStripeCustomer(db, "0".repeat(24));
    expect(asked).not.toHaveBeenCalled();
  });
});
