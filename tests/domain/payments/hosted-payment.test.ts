import { describe, expect, test, vi } from "vitest";
import { startCardPayment, startHostedPayment } from "#app/domain/payments/start-payment.server.ts";
import { cancelPayment } from "#app/jobs/jobs.server.ts";
import { customers, intents, sessions } from "#mocks/stripe/objects.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import {
  changeIntent,
  orderRow,
  queuedCancellations,
  sellerAtPayment,
} from "#tests/support/payments.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

const urls = {
  success: "http://localhost:3000/sell/payment-success",
  cancel: "http://localhost:3000/sell/payment",
};

const isCreation = (input: unknown) =>
  typeof input === "string" && input.endsWith("/payment_intents");

const paid = { status: "succeeded", amount_received: 24_000 } as const;

async function changeSession(id: string, payment_intent: string) {
  const record = await state.get(sessions, id);
  if (!record) throw new Error("no such session");
  const session = {
    ...record.session,
    status: "complete",
    payment_status: "paid",
    payment_intent,
    url: null,
  } as const;
  await state.put(sessions, id, { ...record, session });
}

describe("Stripe's hosted payment page (AMB-E11)", () => {
  test("the hosted payment page is created once per order", async () => {
    const { sale, email } = await sellerAtPayment(db);
    const pages = await Promise.all(
      Array.from({ length: 5 }, () => startHostedPayment(db, sale, urls)),
    );
    expect(new Set(pages).size).toBe(1);
    const [record, ...others] = await state.list(sessions);
    expect(others).toEqual([]);
    const order = await orderRow(db, sale);
    expect(record).toMatchObject({
      name: "Service fee: 12 Arch Street, York, YO1 7HZ",
      session: { amount_total: 24_000, client_reference_id: order.id },
      intent_metadata: { order_id: order.id },
    });
    expect(order.stripe_checkout_session_id).toBe(record?.session.id);
    expect((await state.list(customers))[0]?.email).toBe(email);
  });

  test("the hosted payment page is never open at the same time as the card form", async () => {
    const { sale } = await sellerAtPayment(db);
    await startCardPayment(db, sale);
    const first = (await orderRow(db, sale)).stripe_transaction_id ?? "";
    const page = await startHostedPayment(db, sale, urls);
    expect((await state.get(intents, first))?.status).toBe("canceled");

    await startCardPayment(db, sale);
    const [record] = await state.list(sessions);
    expect(record?.session.status).toBe("expired");
    const open = (await state.list(intents)).filter(({ status }) => status !== "canceled");
    expect(open).toHaveLength(1);
    expect(await startHostedPayment(db, sale, urls)).not.toBe(page);
  });

  test("the hosted payment page is not opened again after the customer has paid on it, even if no webhook has arrived", async () => {
    const { sale } = await sellerAtPayment(db);
    await startHostedPayment(db, sale, urls);
    const order = await orderRow(db, sale);
    // The customer pays on the hosted page and does not return to our site.
    const other = await sellerAtPayment(db);
    await startCardPayment(db, other.sale);
    const intent = (await orderRow(db, other.sale)).stripe_transaction_id ?? "";
    await changeIntent(state, intent, { ...paid, metadata: { order_id: order.id } });
    await changeSession(order.stripe_checkout_session_id ?? "", intent);
    await db
      .updateTable("orders")
      .set({ stripe_transaction_id: null })
      .where("transaction_id", "=", other.sale.transaction_id)
      .execute();

    await expect(startHostedPayment(db, sale, urls)).rejects.toMatchObject({ status: 409 });
    expect(await orderRow(db, sale)).toMatchObject({ stripe_transaction_id: intent, review: null });
    expect((await orderRow(db, sale)).paid_at).not.toBeNull();
  });

  test("the hosted payment page is replaced by a new one or by the card form if it no longer exists at Stripe", async () => {
    const { sale } = await sellerAtPayment(db);
    const page = await startHostedPayment(db, sale, urls);
    const id = (await orderRow(db, sale)).stripe_checkout_session_id ?? "";
    await state.delete(sessions, id);
    expect(await startHostedPayment(db, sale, urls)).not.toBe(page);
    await state.delete(sessions, (await orderRow(db, sale)).stripe_checkout_session_id ?? "");
    await expect(startCardPayment(db, sale)).resolves.toMatchObject({ total_amount_pence: 24_000 });
  });
});

test("a card form is cancelled if a hosted page that was started concurrently is stored first (AMB-E11)", async () => {
  const { sale } = await sellerAtPayment(db);
  const { fetch } = globalThis;
  let isFirst = true;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const answer = await fetch(input, init);
    if (isCreation(input) && isFirst) {
      isFirst = false;
      await startHostedPayment(db, sale, urls);
    }
    return answer;
  });
  await expect(startCardPayment(db, sale)).rejects.toMatchObject({ status: 409 });
  const [lost] = await state.list(intents);
  expect(await orderRow(db, sale)).toMatchObject({
    stripe_transaction_id: null,
    stripe_checkout_session_id: expect.stringMatching(/^cs_/),
  });
  const job = { stripe_transaction_id: lost?.id, stripe_checkout_session_id: null };
  expect(await queuedCancellations(db)).toContainEqual(job);
  await cancelPayment.handle(job, { number: 1, isLast: false });
  expect((await state.list(intents)).map(({ status }) => status)).toEqual(["canceled"]);
  expect((await state.list(sessions)).map(({ session }) => session.status)).toEqual(["open"]);
});
