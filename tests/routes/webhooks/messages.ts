import { createHmac } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import { env } from "#app/platform/env.server.ts";
import { newIntent } from "#mocks/stripe/objects.ts";
import { signed } from "#mocks/stripe/webhooks.ts";
import { signedWebhook } from "#mocks/thirdfort/transactions.ts";

export type Message = { body: string; headers?: Record<string, string> };

const [stripeSecret] = env.STRIPE_WEBHOOK_SECRET;
const [thirdfortSecret] = env.THIRDFORT_WEBHOOK_SECRET;

export function fromStripe(event: unknown, secret = stripeSecret, at?: Date): Message {
  const { body, signature } = signed(event, secret, at);
  return { body, headers: { "Stripe-Signature": signature } };
}

export function paymentSucceeded(
  metadata: Record<string, string>,
  said: { description?: string; receipt_email?: string } = {},
) {
  const { description = null, receipt_email = null } = said;
  const charged = { amount: 24_000, currency: "gbp", customer: null };
  const intent = newIntent({ ...charged, description, receipt_email, metadata });
  return {
    id: `evt_${crypto.randomUUID()}`,
    object: "event",
    type: "payment_intent.succeeded",
    created: 1_700_000_000,
    livemode: false,
    data: { object: { ...intent, status: "succeeded", amount_received: 24_000 } },
  };
}

export function textFromStripe(body: string): Message {
  const { signature } = signed(null, stripeSecret);
  const time = /t=(\d+)/.exec(signature)?.[1] ?? "";
  const mac = hmac(stripeSecret, `${time}.${body}`);
  return { body, headers: { "Stripe-Signature": `t=${time},v1=${mac}` } };
}

export function fromThirdfort(id: string, secret = thirdfortSecret, at?: Date): Message {
  const { body, signature } = signedWebhook(id, secret, at);
  return { body, headers: { "X-Thirdfort-Signature": signature } };
}

export function textFromThirdfort(body: string): Message {
  return { body, headers: { "X-Thirdfort-Signature": hmac(thirdfortSecret, body) } };
}

export function deliver(
  action: (args: ActionFunctionArgs) => Promise<Response>,
  { body, headers = {} }: Message,
): Promise<Response> {
  const request = new Request("http://localhost/webhooks", { method: "POST", body, headers });
  return action({ request, params: {}, context: {} });
}

function hmac(secret: string, text: string) {
  return createHmac("sha256", secret).update(text).digest("hex");
}
