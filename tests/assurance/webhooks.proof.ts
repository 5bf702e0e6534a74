import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { pool } from "#db/connection.ts";
import { postgresState } from "#mocks/postgres-state.ts";
import { intents, newIntent } from "#mocks/stripe/objects.ts";
import { fromStripe } from "#tests/routes/webhooks/messages.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { uniquePostcode, emailNames, orderRow, sellerAtPayment } from "#tests/support/payments.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { eventNames } from "#tests/support/sales.ts";

const { db } = useTestDatabase();
const PAYMENTS = sampleSize(20, 200);
const KILLS = sampleSize(3, 20);
const LANES = 8;
const KINDS = {
  processing: "processing",
  payment_failed: "requires_payment_method",
  succeeded: "succeeded",
} as const;

const service = new BuiltService(await freePort(), { DOUBLES: "true", WORKER: "off" });
afterAll(() => service.stop());

test("each payment counts once, and a wrong amount is held for review, however often the service is killed", async () => {
  const payments: Awaited<ReturnType<typeof pay>>[] = [];
  for (let made = 0; made < PAYMENTS; made++) payments.push(await pay(made % 10 === 0));
  const waiting = shuffle(payments.flatMap(({ messages }) => messages));
  const deliveries = waiting.length;
  await service.start();
  let [heard, again] = [0, 0];
  const deliver = async () => {
    for (let message = waiting.pop(); message; message = waiting.pop()) {
      if (await isHeard(message)) heard += 1;
      else {
        again += 1;
        waiting.push(message);
        await pause(50);
      }
    }
  };
  const killing = killBetween(() => heard, deliveries);
  await Promise.all(Array.from({ length: LANES }, deliver));
  const kills = await killing;

  const found = await Promise.all(payments.map(outcome));
  const count = (what: string) => found.filter((each) => each === what).length;
  recordFigure(
    `${payments.length} payments, ${deliveries} deliveries (${again} sent again), ${kills} kills: ` +
      `${count("lost")} lost, ${count("twice")} twice, ${count("wrong sum paid")} wrong sums paid`,
  );
  expect(kills).toBe(KILLS);
  expect(found.filter((each) => each !== "once")).toEqual([]);
});

/** Creates an order and its payment through Stripe. Returns nine webhooks about the payment. */
async function pay(isWrong: boolean) {
  const { sale } = await sellerAtPayment(db, { home: uniquePostcode() });
  await getOrCreateOrder(db, sale);
  const { id: order_id } = await orderRow(db, sale);
  const metadata = { order_id, transaction_id: sale.transaction_id };
  const charged = {
    amount: 24_000,
    currency: "gbp",
    customer: null,
    description: null,
    receipt_email: null,
  };
  const amount_received = isWrong ? 23_999 : 24_000;
  const intent = {
    ...newIntent({ ...charged, metadata }),
    status: "succeeded" as const,
    amount_received,
  };
  await postgresState(pool).put(intents, intent.id, intent);
  const messages = Object.entries(KINDS).flatMap(([kind, status]) => {
    const object = {
      ...intent,
      status,
      amount_received: status === "succeeded" ? amount_received : 0,
    };
    const event = {
      id: `evt_${crypto.randomUUID()}`,
      object: "event",
      type: `payment_intent.${kind}`,
      created: 1_700_000_000,
      livemode: false,
      data: { object },
    };
    return [event, event, event];
  });
  return { sale, isWrong, messages };
}

async function isHeard(event: unknown): Promise<boolean> {
  const message = fromStripe(event);
  const url = new URL(paths.webhooks.stripe(), service.base);
  const answer = await fetch(url, { method: "POST", ...message }).catch(() => null);
  return answer?.ok ?? false;
}

async function killBetween(heard: () => number, deliveries: number): Promise<number> {
  for (let kill = 0; kill < KILLS; kill++) {
    const at = (deliveries * (kill + Math.random())) / (KILLS + 1);
    await expect.poll(heard, { interval: 1, timeout: 600_000 }).toBeGreaterThanOrEqual(at);
    await service.kill();
    await service.start();
  }
  return KILLS;
}

async function outcome({ sale, isWrong }: Awaited<ReturnType<typeof pay>>) {
  const { paid_at, review } = await orderRow(db, sale);
  const emails = await emailNames(db, sale);
  const paid = (await eventNames(db, sale.transaction_id)).filter(
    (name) => name === "payment_successful",
  );
  if (emails.length > 1 || paid.length > 1) return "twice";
  if (isWrong && paid_at) return "wrong sum paid";
  const email = isWrong ? "payment_held" : "payment_received";
  const isKnown = isWrong ? review === "amount_mismatch" : paid_at && paid.length === 1;
  return isKnown && emails[0] === email ? "once" : "lost";
}

function shuffle<T>(items: readonly T[]): T[] {
  const order = items.map((item) => ({ item, at: Math.random() }));
  return order.sort((one, other) => one.at - other.at).map(({ item }) => item);
}
