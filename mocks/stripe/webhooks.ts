import { createHmac } from "node:crypto";
import { postWebhook, postWithRetries } from "#mocks/post-webhook.ts";
import { type Event, events, newId, now, type StripeDouble } from "./objects.ts";

/** Pauses before each attempt to send an event. Stripe itself retries for three days. */
const PAUSES_MS = [0, 1_000, 2_000, 5_000, 20_000, 60_000];

/** Records an event and sends it to our site. Does not wait until it is sent. */
export async function emit(double: StripeDouble, type: string, object: unknown): Promise<Event> {
  const event: Event = {
    id: newId("evt"),
    object: "event",
    api_version: "2025-08-27.basil",
    created: now(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  await double.state.put(events, event.id, { event, deliveries: [] });
  void postWithRetries(PAUSES_MS, () => deliverOnce(double, event.id)).catch(() => undefined);
  return event;
}

/**
 * Sends an event to our webhook, once. Returns the status of the response; 0 if there was none.
 * Returns null if the event or the webhook does not exist.
 */
export async function deliverOnce(double: StripeDouble, id: string): Promise<number | null> {
  const record = await double.state.get(events, id);
  if (!record || !double.webhookUrl) return null;
  const { body, signature } = signed(record.event, double.webhookSecret);
  const status = await postWebhook(double.webhookUrl, {
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
    body,
  });
  const deliveries = [...record.deliveries, { at: new Date().toISOString(), status }];
  await double.state.put(events, id, { ...record, deliveries });
  return status;
}

export function signed(event: unknown, secret: string, at: Date = new Date()) {
  const body = JSON.stringify(event, null, 2);
  const time = Math.floor(at.getTime() / 1_000);
  const hmac = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return { body, signature: `t=${time},v1=${hmac}` };
}
