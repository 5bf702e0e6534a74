import { describe, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { action } from "#app/routes/webhooks/stripe.ts";
import { newIntent } from "#mocks/stripe/objects.ts";
import { signed } from "#mocks/stripe/webhooks.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { emailNames, intentFor, orderRow, sellerAtPayment } from "#tests/support/payments.ts";

const { db } = useTestDatabase();

const secret = env.STRIPE_WEBHOOK_SECRET[0];

async function succeeded() {
  const { sale } = await sellerAtPayment(db);
  const { metadata } = await intentFor(db, sale);
  const intent = newIntent({
    amount: 24_000,
    currency: "gbp",
    customer: null,
    description: null,
    receipt_email: null,
    metadata,
  });
  const event = {
    id: `evt_${crypto.randomUUID()}`,
    object: "event",
    type: "payment_intent.succeeded",
    created: 1_700_000_000,
    livemode: false,
    data: { object: { ...intent, status: "succeeded", amount_received: 24_000 } },
  };
  return { sale, event };
}

async function deliver({ body, signature }: { body: string; signature?: string }) {
  const headers: HeadersInit = signature ? { "Stripe-Signature": signature } : {};
  const request = new Request("http://localhost/webhooks/stripe", {
    method: "POST",
    body,
    headers,
  });
  return (await action({ request, params: {}, context: {} })).status;
}

test("E-017 AMB-E09 a signed event pays for its order, without a session, once", async () => {
  const { sale, event } = await succeeded();
  expect(await deliver(signed(event, secret))).toBe(204);
  expect(await deliver(signed(event, secret))).toBe(204);
  expect((await orderRow(db, sale)).paid_at).not.toBeNull();
  expect(await emailNames(db, sale)).toEqual(["payment_received"]);
});

describe("an event is refused, and changes nothing,", () => {
  const minutes = 60_000;
  test.each([
    ["with another secret", (event: unknown) => signed(event, "whsec_other")],
    ["with an empty secret", (event: unknown) => signed(event, "")],
    ["without a signature", (event: unknown) => ({ body: JSON.stringify(event) })],
    [
      "with nonsense for one",
      (event: unknown) => ({ body: JSON.stringify(event), signature: "t=1,v1=x" }),
    ],
    [
      "when a letter of it was changed",
      (event: unknown) => {
        const { body, signature } = signed(event, secret);
        return { body: body.replace("24000", "24001"), signature };
      },
    ],
    [
      "older than five minutes",
      (event: unknown) => signed(event, secret, new Date(Date.now() - 6 * minutes)),
    ],
  ])("%s", async (_what, forge) => {
    const { sale, event } = await succeeded();
    expect(await deliver(forge(event))).toBe(400);
    expect((await orderRow(db, sale)).paid_at).toBeNull();
  });
});

test("while the database cannot write, an event is not swallowed: Stripe sends it again", async () => {
  const { sale, event } = await succeeded();
  const mend = await breakWrites(db, "orders");
  await expect(deliver(signed(event, secret))).rejects.toThrow();
  await mend();
  expect(await deliver(signed(event, secret))).toBe(204);
  expect((await orderRow(db, sale)).paid_at).not.toBeNull();
});

test("a payment that names nobody's order, or no id, is accepted and ignored", async () => {
  const { event } = await succeeded();
  for (const metadata of [{}, { order_id: "order-1" }, { order_id: "f".repeat(24) }]) {
    const object = { ...event.data.object, metadata };
    const other = { ...event, id: `evt_${crypto.randomUUID()}`, data: { object } };
    expect(await deliver(signed(other, secret))).toBe(204);
  }
});

test("a payment of another amount is accepted, and put before staff", async () => {
  expectError(/A payment needs a member of staff to look at it/);
  const { sale, event } = await succeeded();
  const object = { ...event.data.object, amount_received: 1 };
  expect(await deliver(signed({ ...event, data: { object } }, secret))).toBe(204);
  expect(await orderRow(db, sale)).toMatchObject({ paid_at: null, review: "amount_mismatch" });
});
