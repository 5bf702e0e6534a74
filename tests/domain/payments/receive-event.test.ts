import { beforeEach, describe, expect, test } from "vitest";
import type { PaymentIntent, StripeEvent } from "#app/clients/stripe/client.server.ts";
import { receiveStripeEvent } from "#app/domain/payments/record-payment.server.ts";
import { syncPayment } from "#app/domain/payments/sync-payment.server.ts";
import { setFault } from "#mocks/faults.ts";
import { intents, newIntent, sessions } from "#mocks/stripe/objects.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { emailNames, intentFor, orderRow, sellerAtPayment } from "#tests/support/payments.ts";
import { sampleSize } from "#tests/support/proof.ts";
import { eventNames } from "#tests/support/sales.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

let events = 0;
beforeEach(() => {
  events += 1;
});

function toEvent(payment_intent: PaymentIntent, change: Partial<StripeEvent> = {}): StripeEvent {
  return {
    id: `evt_${events}_${crypto.randomUUID()}`,
    type: `payment_intent.${payment_intent.status}`,
    created_at: new Date(),
    livemode: false,
    payment_intent,
    ...change,
  };
}

async function putAtStripe({ id, status, amount_received_pence, metadata }: PaymentIntent) {
  const given = { currency: "gbp", customer: null, description: null, receipt_email: null };
  const intent = { ...newIntent({ amount: 24_000, metadata, ...given }), id };
  if (status === "requires_capture" || status === "requires_confirmation") throw new Error(status);
  await state.put(intents, id, { ...intent, status, amount_received: amount_received_pence });
}

test("a Stripe event is processed once, even if it is delivered again with the same id (AMB-E09)", async () => {
  const { sale } = await sellerAtPayment(db);
  const event = toEvent(await intentFor(db, sale));
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => receiveStripeEvent(db, event)),
  );
  expect(outcomes.sort()).toEqual([...Array.from({ length: 9 }, () => "ignored"), "paid"]);
  expect(await receiveStripeEvent(db, event)).toBe("ignored");
  expect(await emailNames(db, sale)).toEqual(["payment_received"]);
});

test("a repeated Stripe event is ignored after staff have resolved its payment review (AMB-E09)", async () => {
  const { sale } = await sellerAtPayment(db);
  const event = toEvent(await intentFor(db, sale, { amount_received_pence: 1 }));
  expect(await receiveStripeEvent(db, event)).toBe("review");
  const { id } = await orderRow(db, sale);
  await db.updateTable("orders").set({ review: null }).where("id", "=", id).execute();
  expect(await receiveStripeEvent(db, event)).toBe("ignored");
  expect((await orderRow(db, sale)).review).toBeNull();
});

test("a Stripe event that arrives before the return page is opened takes effect once (E-017, WF-25.5)", async () => {
  const { sale } = await sellerAtPayment(db);
  const intent = await intentFor(db, sale);
  expect(await receiveStripeEvent(db, toEvent(intent))).toBe("paid");
  await setFault(state, "stripe", "down");
  const asked = { payment_intent: intent.id, seller_id: sale.seller_id };
  expect(await syncPayment(db, asked)).toEqual({
    transaction_id: sale.transaction_id,
    state: "succeeded",
  });
  const names = await eventNames(db, sale.transaction_id);
  expect(names.filter((name) => name === "payment_successful")).toHaveLength(1);
});

test("a Stripe event that arrives after the return page is opened takes effect once (WF-25.5)", async () => {
  const { sale } = await sellerAtPayment(db);
  const intent = await intentFor(db, sale);
  await putAtStripe(intent);
  const asked = { payment_intent: intent.id, seller_id: sale.seller_id };
  expect(await syncPayment(db, asked)).toMatchObject({ state: "succeeded" });
  expect(await receiveStripeEvent(db, toEvent(intent))).toBe("ignored");
  expect(await emailNames(db, sale)).toEqual(["payment_received"]);
});

test("an event that is older than the status at Stripe is ignored", async () => {
  const { sale } = await sellerAtPayment(db);
  const intent = await intentFor(db, sale, { status: "processing", amount_received_pence: 0 });
  await receiveStripeEvent(db, toEvent(intent, { payment_intent: undefined }));
  await putAtStripe({ ...intent, status: "requires_payment_method" });
  await receiveStripeEvent(db, toEvent(intent));
  expect((await orderRow(db, sale)).stripe_transaction_status).not.toBe("processing");
});

test("a checkout event pays for the order of its payment (AMB-E11)", async () => {
  const { sale } = await sellerAtPayment(db);
  const intent = await intentFor(db, sale);
  await putAtStripe(intent);
  const checkout_session = {
    id: "cs_1",
    url: null,
    status: "complete",
    payment_status: "paid",
    payment_intent: intent.id,
    client_reference_id: null,
    amount_pence: 24_000,
    metadata: {},
  } as const;
  const type = "checkout.session.completed";
  const event = toEvent(intent, { type, payment_intent: undefined, checkout_session });
  expect(await receiveStripeEvent(db, event)).toBe("paid");
  expect(await state.list(sessions)).toEqual([]);
});

test("an event fails as a whole while Stripe is down and is accepted when it is resent (A-044)", async () => {
  const { sale } = await sellerAtPayment(db);
  const intent = await intentFor(db, sale, { status: "processing", amount_received_pence: 0 });
  await putAtStripe(intent);
  await setFault(state, "stripe", "down");
  const event = toEvent(intent);
  await expect(receiveStripeEvent(db, event)).rejects.toMatchObject({ vendor: "stripe" });
  await setFault(state, "stripe", "none");
  expect(await receiveStripeEvent(db, event)).toBe("noted");
});

test.each([
  ["with the wrong live mode", { livemode: true }],
  ["of an unknown type", { type: "charge.succeeded", payment_intent: undefined }],
])("an event %s is ignored", async (_what, change) => {
  const { sale } = await sellerAtPayment(db);
  const event = toEvent(await intentFor(db, sale), change);
  expect(await receiveStripeEvent(db, event)).toBe("ignored");
  expect(await orderRow(db, sale)).toMatchObject({ paid_at: null });
});

describe("payment events of three types, delivered three times in any order (AMB-E09)", () => {
  /** Shuffles deterministically, so that a failure can be reproduced. */
  function shuffled<T>(items: readonly T[], seed: number): T[] {
    const order = items.map((item, index) => ({
      item,
      at: Math.sin((index + 1) * 12.9898 * seed) * 43_758.5453,
    }));
    return order.sort((a, b) => (a.at % 1) - (b.at % 1)).map(({ item }) => item);
  }

  const PAYMENTS = sampleSize(10, 40);

  test("each order is paid once, and each payment of a wrong amount is held", async () => {
    const payments = await Promise.all(
      Array.from({ length: PAYMENTS }, async (_, index) => {
        const { sale } = await sellerAtPayment(db);
        const amount_received_pence = index % 10 === 0 ? 23_999 : 24_000;
        const succeeded = await intentFor(db, sale, { amount_received_pence });
        await putAtStripe(succeeded);
        return { sale, succeeded, isWrong: amount_received_pence !== 24_000 };
      }),
    );
    const kinds = ["processing", "requires_payment_method", "succeeded"] as const;
    const deliveries = payments.flatMap(({ succeeded }) =>
      kinds.flatMap((status) => {
        const amount_received_pence = status === "succeeded" ? succeeded.amount_received_pence : 0;
        const event = toEvent({ ...succeeded, status, amount_received_pence });
        return [event, event, event];
      }),
    );
    const queue = shuffled(deliveries, 7);
    expect(queue).toHaveLength(9 * PAYMENTS);
    const outcomes: string[] = [];
    const deliver = async () => {
      for (let event = queue.pop(); event; event = queue.pop()) {
        outcomes.push(await receiveStripeEvent(db, event));
      }
    };
    await Promise.all(Array.from({ length: 8 }, deliver));

    expect(outcomes.filter((outcome) => outcome === "paid")).toHaveLength(0.9 * PAYMENTS);
    for (const { sale, isWrong } of payments) {
      const { paid_at, review } = await orderRow(db, sale);
      expect([paid_at !== null, review]).toEqual(
        isWrong ? [false, "amount_mismatch"] : [true, null],
      );
      expect(await emailNames(db, sale)).toEqual([isWrong ? "payment_held" : "payment_received"]);
      const names = await eventNames(db, sale.transaction_id);
      const paid = names.filter((name) => name === "payment_successful");
      expect(paid).toHaveLength(isWrong ? 0 : 1);
    }
  });
});
