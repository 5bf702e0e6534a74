import { describe, expect, test } from "vitest";
import { action } from "#app/routes/webhooks/stripe.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { emailNames, intentFor, orderRow, sellerAtPayment } from "#tests/support/payments.ts";
import { deliver, fromStripe, type Message, paymentSucceeded } from "../webhooks/messages.ts";

const { db } = useTestDatabase();

async function succeeded() {
  const { sale } = await sellerAtPayment(db);
  const { metadata } = await intentFor(db, sale);
  return { sale, event: paymentSucceeded({ ...metadata }) };
}

const post = async (message: Message) => (await deliver(action, message)).status;

test("a signed Stripe event marks its order as paid once, without a session (E-017 AMB-E09)", async () => {
  const { sale, event } = await succeeded();
  expect(await post(fromStripe(event))).toBe(204);
  expect(await post(fromStripe(event))).toBe(204);
  expect((await orderRow(db, sale)).paid_at).not.toBeNull();
  expect(await emailNames(db, sale)).toEqual(["payment_received"]);
});

describe("a Stripe event", () => {
  const minutes = 60_000;
  test.each<[string, (event: unknown) => Message]>([
    ["with a different secret", (event) => fromStripe(event, "whsec_other")],
    ["with an empty secret", (event) => fromStripe(event, "")],
    ["without a signature", (event) => ({ body: JSON.stringify(event) })],
    [
      "with a malformed signature",
      (event) => ({ body: JSON.stringify(event), headers: { "Stripe-Signature": "t=1,v1=x" } }),
    ],
    [
      "with a changed body",
      (event) => {
        const { body, headers } = fromStripe(event);
        return { body: body.replace("24000", "24001"), headers };
      },
    ],
    [
      "more than five minutes after it was signed",
      (event) => fromStripe(event, undefined, new Date(Date.now() - 6 * minutes)),
    ],
  ])(
    "a Stripe event sent %s is refused with 400, and its order stays unpaid",
    async (_what, forge) => {
      const { sale, event } = await succeeded();
      expect(await post(forge(event))).toBe(400);
      expect((await orderRow(db, sale)).paid_at).toBeNull();
    },
  );
});

test("the Stripe webhook throws an error while the database cannot write, and marks the order as paid when Stripe retries", async () => {
  const { sale, event } = await succeeded();
  const mend = await breakWrites(db, "orders");
  await expect(post(fromStripe(event))).rejects.toThrow();
  await mend();
  expect(await post(fromStripe(event))).toBe(204);
  expect((await orderRow(db, sale)).paid_at).not.toBeNull();
});

test("the Stripe webhook answers 204 to a payment for an unknown order, and ignores it", async () => {
  const { event } = await succeeded();
  for (const metadata of [{}, { order_id: "order-1" }, { order_id: "f".repeat(24) }]) {
    const object = { ...event.data.object, metadata };
    const other = { ...event, id: `evt_${crypto.randomUUID()}`, data: { object } };
    expect(await post(fromStripe(other))).toBe(204);
  }
});

test("the Stripe webhook answers 204 to a payment of the wrong amount, and puts its order under review", async () => {
  expectError(/payment needs staff review/);
  const { sale, event } = await succeeded();
  const object = { ...event.data.object, amount_received: 1 };
  expect(await post(fromStripe({ ...event, data: { object } }))).toBe(204);
  expect(await orderRow(db, sale)).toMatchObject({ paid_at: null, review: "amount_mismatch" });
});
