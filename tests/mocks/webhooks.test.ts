import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { readWebhook } from "#app/clients/stripe/client.server.ts";
import { memoryState } from "#mocks/state.ts";
import { events, intents, newIntent, type StripeDouble } from "#mocks/stripe/objects.ts";
import { resolveProcessing } from "#mocks/stripe/pay.ts";
import { waitUntil } from "#tests/support/concurrency.ts";

const received: { body: string; signature: string }[] = [];
const site = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    received.push({ body, signature: String(request.headers["stripe-signature"]) });
    response.writeHead(received.length === 1 ? 500 : 200).end();
  });
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
afterAll(() => site.close());

test("the double of Stripe posts a signed event until our site accepts it (AMB-E09)", async () => {
  const address = site.address();
  const double: StripeDouble = {
    state: memoryState(),
    pagesUrl: "http://localhost:3000",
    webhookUrl: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/webhooks/stripe`,
    webhookSecret: "whsec_double",
  };
  const intent = newIntent({
    amount: 24_000,
    currency: "gbp",
    customer: null,
    description: null,
    receipt_email: null,
    metadata: { order_id: "o1" },
  });
  await double.state.put(intents, intent.id, intent);
  await resolveProcessing(double, intent.id, "succeed");

  await waitUntil(async () => {
    const [record] = await double.state.list(events);
    expect(record?.deliveries.map(({ status }) => status)).toEqual([500, 200]);
  });
  const [first, second] = received.map(({ body, signature }) => readWebhook(body, signature));
  expect(first?.id).toBe(second?.id);
  expect(second).toMatchObject({
    type: "payment_intent.succeeded",
    payment_intent: { id: intent.id, amount_received_pence: 24_000, metadata: { order_id: "o1" } },
  });
});
